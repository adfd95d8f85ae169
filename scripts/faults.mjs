import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureFaketime } from './faketime.mjs'
import { ensureLivekit } from './livekit.mjs'
import { ensureObjectStore } from './objectStore.mjs'
import { ensurePostgres } from './postgres.mjs'
import { ensureInstalled } from './prepare.mjs'
import { environment, main, root } from './process.mjs'
import { ensureRedis } from './redis.mjs'
import { formatRows, machineLabel, replaceSection } from './report.mjs'
import { runModule } from './runModule.mjs'

const heading = '## Faults: messages lost / duplicated / out of order, of 10,000 acknowledged deliveries'

const conditions = ({ seed, seconds }) =>
	`40 subscribers and 6 publishers with 2.5 messages a second each, all behind a proxy that breaks connections; ${seconds} s of faults, ` +
	`seed ${seed}; what was not acknowledged is sent again. All three meet the same faults at the same time. A loss of Parley ` +
	'counts even if it was announced. The run fails if Parley loses a message, or if neither control loses one ' +
	'under resets, half-open connections, kill -9 and all faults at once.'

const nodesHeading = '## Faults: a meeting of two people whom different servers serve'
const nodesConditions =
	'Two servers on one PostgreSQL, Redis and object store; the first has the room. The people return over either server whenever ' +
	'their socket breaks. A meeting is whole when both see each other once, and a reaction of each reaches the other one; after faults ' +
	'of PostgreSQL also when the host can lock and unlock the room, after the return of LiveKit when each page has a grant. A server that is ' +
	'cut off from PostgreSQL goes on until it stops. Clocks are moved with faketime. The run ' +
	'fails if that takes longer than the limit in e2e/faults/meetings.ts, or if the control finds them together.'

const randomHeading = '## Random faults: a meeting of two people whom different servers serve'
const randomConditions =
	'The same two servers. Each fault is drawn: a server killed, restarted or stopped (SIGSTOP) for up to 20 s, or cut off from ' +
	'PostgreSQL, Redis or the other one; PostgreSQL crashed or its connections broken; Redis killed, emptied or stopped. In half of the ' +
	'cases a second one begins within three seconds. Servers that end are started again. The times count from the end of the faults. ' +
	'Meanwhile a member schedules a meeting a second, and another one guesses ids of meetings. The run fails if the meeting is not whole ' +
	'within a minute, somebody is shown twice, two servers have the room, an acknowledged meeting is lost, or a limit of ids is opened.'

/**
 * npm run faults                        breaks lines, servers, disks, databases and Redis under messaging; about six minutes
 * npm run faults -- reset kill          faults with one of these words in their names
 * npm run faults -- --seconds 60        so long each
 * npm run faults -- --seed 7            another order of events
 * npm run faults -- nodes [word…]       breaks servers that share a database, under a meeting of two people; about eight minutes
 * npm run faults -- nodes --random 100  as many random faults, two at a time in half of the cases; about half an hour
 *
 * The same faults meet Socket.IO as it is, and with its connection state recovery. All of them together replace the
 * table of bench/README.md.
 */
await main(async () => {
	const node = await ensureInstalled()
	const { values, positionals: words } = parseArgs({
		allowPositionals: true,
		options: {
			seconds: { type: 'string', default: '10' },
			seed: { type: 'string', default: '1' },
			random: { type: 'string' },
		},
	})
	const options = { seed: Number(values.seed), seconds: Number(values.seconds), words }
	const postgres = await ensurePostgres()
	const redis = await ensureRedis()
	const objects = await ensureObjectStore()
	const livekit = words[0] === 'nodes' ? await ensureLivekit() : {}
	const faketime = words[0] === 'nodes' ? await ensureFaketime() : {}
	const env = environment({
		...('url' in postgres && { PARLEY_TEST_DATABASE_URL: postgres.url }),
		...('program' in redis && { PARLEY_TEST_REDIS: redis.program }),
		...('program' in livekit && { PARLEY_TEST_LIVEKIT: livekit.program }),
		...('library' in faketime && { PARLEY_TEST_FAKETIME: faketime.library }),
		...('program' in objects && { PARLEY_TEST_OBJECT_STORE: objects.program }),
	})
	const expression = `await module.run(${JSON.stringify(options)})`
	const { seed } = options
	if (words[0] === 'nodes' && values.random !== undefined) {
		const random = Number(values.random)
		return await breakNodes(
			node,
			env,
			{ words: [], random, seed },
			{
				heading: randomHeading,
				conditions: `${randomConditions} Seed ${seed}.`,
				section: random >= 100 ? 'bench:faults-random' : undefined,
			},
		)
	}
	if (words[0] === 'nodes')
		return await breakNodes(
			node,
			env,
			{ words: words.slice(1), seed },
			{
				heading: nodesHeading,
				conditions: nodesConditions,
				section: words.length === 1 ? 'bench:faults-nodes' : undefined,
			},
		)
	const result = await runModule(node, join(root, 'e2e/faults/faults.ts'), expression, { env })
	if (!result) return 1
	const { rows, failures, notMeasured } = result
	const unmeasured = notMeasured.map(what => `Not measured: ${what}.`)
	if (rows.length > 0) {
		const text = [heading, machineLabel(), formatRows(rows), ...unmeasured, conditions(options)].join('\n\n')
		console.log(`\n${text}`)
		if (words.length === 0) replaceSection('bench:faults', text)
	}
	for (const what of unmeasured) console.error(`!!! ${what} !!!`)
	for (const failure of failures) console.error(`✗ ${failure}`)
	return failures.length === 0 && rows.length > 0 ? 0 : 1
})

/** Breaks two servers under a meeting, as `choice` says. */
async function breakNodes(node, env, choice, { heading, conditions, section }) {
	const expression = `await module.run(${JSON.stringify(choice)})`
	const result = await runModule(node, join(root, 'e2e/faults/meetings.ts'), expression, { env })
	if (!result) return 1
	const text = [heading, machineLabel(), formatRows(result.rows), conditions].join('\n\n')
	console.log(`\n${text}`)
	if (section !== undefined) replaceSection(section, text)
	for (const failure of result.failures) console.error(`✗ ${failure}`)
	return result.failures.length === 0 ? 0 : 1
}
