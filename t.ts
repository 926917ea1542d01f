import { discover } from './src/index.ts';
const s=await discover('Write a short story about a lighthouse keeper who finds a letter',{store:'memory'});
console.log(s.content.warnings, JSON.stringify(s.content.queries), s.content.sources.length);
