import { extractPage } from '../src/page/extract-page.ts';
const p='<p>'+'Write the recommendation in the first paragraph and give the reader a reason to go on reading. '.repeat(4)+'</p>';
const cases: Record<string,string> = {
 deep: '<div>'.repeat(100000)+p+'</div>'.repeat(100000),
 unclosed: '<div>'.repeat(100000)+p,
 mixed: '<div><span><ul><li><b>'.repeat(20000)+p,
 lip: '<li><p>'.repeat(50000)+p,
 a: '<a href=x>'.repeat(100000)+p,
 tables: '<table><tr><td>'.repeat(30000)+p,
 tablesClosed: '<table><tr><td>'.repeat(60)+p+'</td></tr></table>'.repeat(60),
 d199: '<div>'.repeat(199)+p.repeat(200)+'</div>'.repeat(199),
 d199wide: ('<div>'.repeat(190)+p+'</div>'.repeat(190)).repeat(250),
 flat: p.repeat(30000).replace(/(.{50}).*?<\/p>/g,'$1</p>'),
 flat2: ('<div><p>Write the recommendation first, always.</p></div>').repeat(40000),
 flatdiv: ('<div>Write the recommendation first, always.</div>').repeat(90000),
 brs: '<div>'+'line of text here<br>'.repeat(50000)+'</div>',
 br2: '<div>'+'line of text here<br><br>'.repeat(30000)+'</div>',
 spans: '<p>'+'<span>word </span>'.repeat(90000)+'</p>',
 quotes: '<a href="'.repeat(100000)+p,
 attrs: '<div '+'a="b" '.repeat(200000)+'>'+p,
 lt: '<'.repeat(1000000)+p,
 comments: '<!--'.repeat(200000)+p,
 svg: '<svg>'.repeat(100000)+p,
 scripts: '<script>'+'x<y;'.repeat(500000)+'</script>'+p,
 entities: '<p>'+'&amp;&nbsp;&hellip;&#x1F600;'.repeat(50000)+'</p>'+p,
 frag: p, text: 'Just a text with no tags at all. '.repeat(20), empty: '', frames: '<html><frameset><frame src=a></frameset><noframes>'+p+'</noframes></html>',
 nohead: '<body>'+p+'</body>', twobody: '<body>x<body>'+p, blockq:'<blockquote>'.repeat(150)+p, dl:'<dl><dt>'.repeat(5000)+p,
 li_nested:'<ul><li>a'.repeat(90)+p, form:'<form><table><tr><td>'+p.repeat(5)+'</td></tr></table></form>',
};
for (const [k,h] of Object.entries(cases)) { const t=performance.now();
 const o=await extractPage({url:'https://a.b/',finalUrl:'https://a.b/',via:'web',bytes:new TextEncoder().encode(h),contentType:'text/html',fetchedAt:''},{maxDocumentBytes:1e9,extractionTimeoutMs:20000});
 console.log(k.padEnd(14),(performance.now()-t).toFixed(0).padStart(6),'ms',o.status==='read'?`${o.page.blocks.length} blocks ${o.page.text.length} ch`:o.decision+': '+o.reason.slice(0,100)); }
