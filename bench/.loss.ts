import { readFile, readdir } from 'node:fs/promises';
import { load } from 'cheerio/slim';
import { extractPage } from '../src/page/extract-page.ts';
for (const d of await readdir('fixtures/library')) for (const n of await readdir('fixtures/library/'+d)) { if(!n.endsWith('.html')) continue;
const f=`fixtures/library/${d}/${n}`; const bytes=await readFile(f);
const o=await extractPage({url:'library:'+f,finalUrl:'library:'+f,via:'library',bytes,contentType:null,fetchedAt:''},{maxDocumentBytes:1e9,extractionTimeoutMs:60000});
if(o.status==='failed'){console.log(f,o);continue;}
const t=o.page.text.replace(/\s+/g,' ');const $=load(bytes.toString('utf8'));
const lost:string[]=[];
$('li,p,h2,h3,h4,td,th,dt,dd,blockquote,pre,figcaption,summary').each((_,e)=>{ if($(e).children('ul,ol,p,table,li').length) return; const x=$(e).text().replace(/\s+/g,' ').trim(); if(x.length>25 && !t.includes(x)) lost.push(`${e.name}: ${x.slice(0,110)}`);});
if(lost.length) console.log('##',f,'\n   '+lost.join('\n   '));
}
