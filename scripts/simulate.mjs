import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './prepare.mjs'
import { captureEnvironment, main, root, run } from './process.mjs'
import { formatRows, machineLabel, replaceSection } from './report.mjs'

/**
 * npm run simulate                          2,000 seeds of the simulation of messaging, on all cores
 * npm run simulate -- --seeds 100000        as many; from 100,000 on the figure goes to bench/README.md
 * npm run simulate -- --from 42 --seeds 1   one of them
 * npm run simulate -- --workers 1           on so many cores
 * npm run simulate -- --rooms               the same of the rooms of several servers
 * npm run simulate -- --media               the same of the media of a meeting
 *
 * Prints each seed that breaks a promise, with the shortest plan that does, and fails.
 */
const figureFrom = 100_000
const perProcess = 1_000
const simulations = {
	messaging: {
		section: 'bench:simulation',
		heading: '## Simulation of messaging: SDK, network and servers under a virtual clock',
		delivered: 'events delivered',
	},
	rooms: {
		section: 'bench:simulation-rooms',
		heading: '## Simulation of rooms: servers on one database, their network and pages under a virtual clock',
		delivered: 'entries',
	},
	media: {
		section: 'bench:simulation-media',
		heading: '## Simulation of media: pages, their sockets and connections, and the engine under a virtual clock',
		delivered: 'connections',
	},
}

await main(async () => {
	const node = await ensureInstalled()
	const { values } = parseArgs({
		options: {
			seeds: { type: 'string', default: '2000' },
			from: { type: 'string', default: '1' },
			rooms: { type: 'boolean', default: false },
			media: { type: 'boolean', default: false },
			workers: { type: 'string', default: `${availableParallelism()}` },
		},
	})
	const of = values.rooms ? 'rooms' : values.media ? 'media' : 'messaging'
	const { section, heading, delivered } = simulations[of]
	const first = Number(values.from)
	const last = first + Number(values.seeds) - 1
	const parts = []
	for (let from = first; from <= last; from += perProcess) parts.push([from, Math.min(last, from + perProcess - 1)])

	const total = { seeds: 0, delivered: 0, failed: 0, cpuMs: 0 }
	const worker = async () => {
		for (let part = parts.shift(); part; part = parts.shift()) {
			const result = await explore(node, of, ...part)
			for (const key of Object.keys(total)) total[key] += result[key]
			console.log(`${total.seeds} of ${last - first + 1} seeds, ${total.failed} failed`)
		}
	}
	await Promise.all(Array.from({ length: Number(values.workers) }, worker))

	const rows = [
		{
			seeds: total.seeds,
			[delivered]: total.delivered,
			'seeds that broke a promise': total.failed,
			'CPU ms per seed': (total.cpuMs / total.seeds).toFixed(0),
		},
	]
	console.log(`\n${formatRows(rows)}`)
	if (total.seeds >= figureFrom) replaceSection(section, [heading, machineLabel(), formatRows(rows)].join('\n\n'))
	return total.failed === 0 ? 0 : 1
})

async function explore(node, of, from, to) {
	const file = join(root, 'e2e/simulation/main.ts')
	const args = ['--disable-warning=ExperimentalWarning', file, '--of', of, '--from', String(from), '--to', String(to)]
	const { output } = await run(node, args, { env: captureEnvironment() })
	const lines = output.trim().split('\n')
	if (lines.length > 1) console.log(lines.slice(0, -1).join('\n'))
	return JSON.parse(lines.at(-1) ?? '')
}
