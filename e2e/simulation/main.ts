import { parseArgs } from 'node:util'
import { type Exploration, explore, findingText } from './explore.ts'
import { plant } from './plant.ts'
import type { PlantedBug } from './plantedBugs.ts'

/**
 * --of messaging|rooms|media  the simulation
 * --from 1 --to 2000          runs these seeds; prints each that breaks a promise, with the shortest plan that does
 * --bug 'name'                with a planted bug: ends with the first seed that finds it
 * The last line is JSON: seeds, delivered, failed, cpuMs. The exit code is 1 where a seed failed.
 */
const { values } = parseArgs({
	options: {
		of: { type: 'string', default: 'messaging' },
		from: { type: 'string', default: '1' },
		to: { type: 'string', default: '1' },
		bug: { type: 'string' },
	},
})

function plantNamed(bugs: readonly PlantedBug[]): void {
	if (values.bug === undefined) return
	const bug = bugs.find(({ name }) => name === values.bug)
	if (!bug) throw new Error(`no planted bug has the name ${values.bug}`)
	plant(bug)
}

const isPlanted = values.bug !== undefined
const options = { isShrunken: !isPlanted, maxFindings: isPlanted ? 1 : 20 }
const [from, to] = [Number(values.from), Number(values.to)]

function print<Plan extends { steps: Step[] }, Step>(
	of: { castText(plan: Plan): string },
	{ seeds, delivered, findings }: Exploration<Plan>,
): never {
	for (const finding of findings) console.log(findingText<Plan, Step>(of, finding))
	const { user, system } = process.cpuUsage()
	console.log(JSON.stringify({ seeds, delivered, failed: findings.length, cpuMs: Math.round((user + system) / 1000) }))
	process.exit(findings.length > 0 ? 1 : 0)
}

// Loaded after the bug is planted.
if (values.of === 'rooms') {
	plantNamed((await import('./rooms/plantedBugs.ts')).plantedBugs)
	const { roomsSimulation } = await import('./rooms/roomsSimulation.ts')
	print(roomsSimulation, await explore(roomsSimulation, from, to, options))
} else if (values.of === 'media') {
	plantNamed((await import('./media/plantedBugs.ts')).plantedBugs)
	const { mediaSimulation } = await import('./media/mediaSimulation.ts')
	print(mediaSimulation, await explore(mediaSimulation, from, to, options))
} else {
	plantNamed((await import('./plantedBugs.ts')).plantedBugs)
	const { messagingSimulation } = await import('./messagingSimulation.ts')
	print(messagingSimulation, await explore(messagingSimulation, from, to, options))
}
