import { join } from 'node:path'
import { parseArgs } from 'node:util'
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
	'cut off from PostgreSQL goes on until it stops. Clocks are not moved, which would need faketime. The run ' +
	'fails if that takes longer than the limit in e2e/faults/meetings.ts, or if the control finds them together.'

/**
 * npm run faults                        breaks lines, servers, disks, databases and Redis under messaging; about six minutes
 * npm run faults -- reset kill          faults with one of these words in their names
 * npm run faults -- --seconds 60        so long each
 * npm run faults -- --seed 7            another order of events
 * npm run faults -- nodes [word…]       breaks servers that share a database, under a meeting of two people; about eight minutes
 *
 * The same faults meet Socket.IO as it is, and with its connection state recovery. All of them together replace the
 * table of bench/README.md.
 */
await main(async () => {
	const node = await ensureInstalled()
	const { values, positionals: words } = parseArgs({
		allowPositionals: true,
		options: { seconds: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
	})
	const options = { seed: Number(values.seed), seconds: Number(values.seconds), words }
	const postgres = await ensurePostgres()
	const redis = await ensureRedis()
	const objects = await ensureObjectStore()
	const livekit = words[0] === 'nodes' ? await ensureLivekit() : {}
	const env = environment({
		...('url' in postgres && { PARLEY_TEST_DATABASE_URL: postgres.url }),
		...('program' in redis && { PARLEY_TEST_REDIS: redis.program }),
		...('program' in livekit && { PARLEY_TEST_LIVEKIT: livekit.program }),
		...('program' in objects && { PARLEY_TEST_OBJECT_STORE: objects.program }),
	})
	const expression = `await module.run(${JSON.stringify(options)})`
	if (words[0] === 'nodes') return await breakNodes(node, words.slice(1), env)
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

async function breakNodes(node, words, env) {
	const expression = `await module.run(${JSON.stringify({ words })})`
	const result = await runModule(node, join(root, 'e2e/faults/meetings.ts'), expression, { env })
	if (!result) return 1
	const text = [nodesHeading, machineLabel(), formatRows(result.rows), nodesConditions].join('\n\n')
	console.log(`\n${text}`)
	if (words.length === 0) replaceSection('bench:faults-nodes', text)
	for (const failure of result.failures) console.error(`✗ ${failure}`)
	return result.failures.length === 0 ? 0 : 1
}
