import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { load } from 'cheerio/slim';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { boundMarkup } from '../src/page/html/bound-markup.ts';
import { buildTree } from '../src/page/html/tree.ts';
import { chooseByReadability } from '../src/page/html/readability.ts';
import { chooseContent } from '../src/page/html/choose-content.ts';
import * as cc from '../src/page/html/choose-content.ts';
const D='/work/shared/data/extraction/';
const g=JSON.parse(await readFile(D+'ground-truth.json','utf8'));
const ids=Object.keys(g).sort();
const T:Record<string,number>={};
const tick=(k:string,f:()=>any)=>{const t=performance.now();const r=f();T[k]=(T[k]??0)+performance.now()-t;return r;};
for (const [i,id] of ids.entries()){
 const bytes=gunzipSync(await readFile(D+'html/'+id+'.html.gz'));
 const src=new TextDecoder().decode(bytes);
 const b=tick('bound',()=>boundMarkup(src));
 const $=tick('load',()=>load(b.html));
 const tree=tick('tree',()=>buildTree($));
 const head=$('head').html()??'';
 const ch=tick('read',()=>chooseByReadability(tree,head,(h)=>{const t=performance.now();const d=parseHTML(h).document;T.dom=(T.dom??0)+performance.now()-t;return d as any},Readability));
 const r:any=tick('choose',()=>chooseContent(tree,ch));
 if((r as any).dense) console.log('dense',i<46?'dev':'held',i, (r as any).info);
}
console.log(T);
