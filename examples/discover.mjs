// Discovers criteria, prints the best five with their proof, and re-checks the record.
// Run it with: node examples/discover.mjs "Write a cover letter for a junior data analyst"
import { audit, checklistOf, discover } from 'groundrule';

const instruction = process.argv[2] ?? 'Write a cover letter for a junior data analyst';
const set = await discover(instruction);

for (const criterion of checklistOf(set.content.criteria, 5).criteria) {
  console.log(criterion.text);
  for (const evidence of criterion.evidence) console.log(`  “${evidence.quote}” (${evidence.title ?? evidence.url})`);
}

const { verification } = await audit(set);
console.log(`${verification.quotesCompared} of ${verification.quotes} quotes compared: ${verification.status}`);
