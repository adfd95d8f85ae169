import { parseArgs } from 'node:util'
import { plant } from './plant.ts'
import { plantedBugs } from './plantedBugs.ts'

/**
 * --from 1 --to 2000          runs these seeds; prints each that breaks a promise, with the shortest plan that does
 * --bug 'name'                with a planted bug: ends with the first seed that finds it
 * The last line is JSON: seeds, delivered, failed, cpuMs. The exit code is 1 where a seed failed.
 */
const { values } = parseArgs({
	options: { from: { type: 'string', default: '1' }, to: { type: 'string', default: '1' }, bug: { type: 'string' } },
})
if (values.bug !== undefined) {
	const bug = plantedBugs.find(({ name }) => name === values.bug)
	if (!bug) throw new Error(`no planted bug has the name ${values.bug}`)
	plant(bug)
}
// Loaded after the bug is planted.
const { explore, findingText } = await import('./explore.ts')
const isPlanted = values.bug !== undefined
const { seeds, delivered, findings } = await explore(Number(values.from), Number(values.to), {
	isShrunken: !isPlanted,
	maxFindings: isPlanted ? 1 : 20,
})
for (const finding of findings) console.log(findingText(finding))
const { user, system } = process.cpuUsage()
console.log(JSON.stringify({ seeds, delivered, failed: findings.length, cpuMs: Math.round((user + system) / 1000) }))
process.exit(findings.length > 0 ? 1 : 0)
