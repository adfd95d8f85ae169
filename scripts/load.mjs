import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureHaproxy } from './deployTools.mjs'
import { ensureObjectStore } from './objectStore.mjs'
import { ensurePostgres } from './postgres.mjs'
import { ensureBuilt, ensureInstalled } from './prepare.mjs'
import { environment, main, root } from './process.mjs'
import { ensureRedis } from './redis.mjs'
import { formatRows, machineLabel, replaceSection } from './report.mjs'
import { runModule } from './runModule.mjs'

const usage = `npm run load [-- --members 10000] [--minutes 5] [--keep]
Members arrive at two servers behind HAProxy: each signs in, reads the list and a detail, and enters a meeting.
The tables go into bench/README.md, with other numbers only with --keep.`
const usual = { members: '10000', minutes: '5' }

/**
 * npm run load                                    10,000 members in five minutes
 * npm run load -- --members 2000 --minutes 2      others; the tables are not kept
 *
 * Fails if a member is refused for good.
 */
await main(async () => {
	const { values } = parseArgs({
		options: {
			members: { type: 'string', default: usual.members },
			minutes: { type: 'string', default: usual.minutes },
			keep: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	})
	const [members, minutes] = [Number(values.members), Number(values.minutes)]
	if (values.help || !Number.isInteger(members) || !(members > 0) || !(minutes > 0)) {
		console[values.help ? 'log' : 'error'](usage)
		return values.help ? 0 : 1
	}
	const node = await ensureInstalled()
	await ensureBuilt(node)
	const needed = {
		PARLEY_TEST_DATABASE_URL: await ensurePostgres(),
		PARLEY_TEST_REDIS: await ensureRedis(),
		PARLEY_TEST_OBJECT_STORE: await ensureObjectStore(),
		PARLEY_TEST_HAPROXY: await ensureHaproxy(),
	}
	const missing = Object.values(needed).filter(found => 'missing' in found)
	for (const { missing: problem } of missing) console.error(problem)
	if (missing.length > 0) return 1
	const found = Object.entries(needed).map(([name, { url, program }]) => [name, url ?? program])
	const result = await runModule(
		node,
		join(root, 'bench/load/arrivals.ts'),
		`await module.run(${JSON.stringify({ members, minutes })})`,
		{ env: environment(Object.fromEntries(found)) },
	)
	if (!result) return 1
	const text = format(result, { members, minutes })
	console.log(`\n${text}`)
	const isUsual = String(members) === usual.members && String(minutes) === usual.minutes
	if (isUsual || values.keep) replaceSection('bench:load', text)
	return result.rows.every(row => row['refused for good'] === 0) ? 0 : 1
})

function format({ rows, processes, rates, conditions, capacity }, { members, minutes }) {
	const { idleMembers, membersPerCompany, membersPerMeeting, goal, staySeconds } = conditions
	const { cores, cpuMsPerMember, perCoreAndSecond, needed } = capacity
	return [
		`## Load: ${members.toLocaleString('en')} members arrive at two servers in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`,
		machineLabel(),
		'### The calls of an arrival, in order',
		formatRows(rows),
		`Each member signs in from an address of their own, reads the list and a detail, joins, and enters a room over its socket, without media. Members of companies of ${membersPerCompany}, ${membersPerMeeting} of whom meet, arrive at random and stay for ${staySeconds} s. "Idle": ${idleMembers} members arrive one after the other in the same run. Times begin with the first try and include waiting after refusals.`,
		'### Processor time',
		formatRows(processes),
		'"servers" are both servers with their media processes. HAProxy runs with `deploy/haproxy.cfg` and encrypts. PostgreSQL does not wait for the disk, unlike in production. Signing in costs most: argon2id with 19 MiB and two passes is slow on purpose.',
		'### The rate at which arrivals wait little',
		formatRows(rates),
		`Goal: no call has a p99 of more than ${goal} times that of the idle servers. All processes share ${cores} cores. "Load" is that of the machine, which other programs may use. An arrival takes ${cpuMsPerMember} ms of processor time on the idle machine without the program that measures, so that one core serves at most ${perCoreAndSecond} arrivals a second. ${Math.round(members / minutes / 60)} a second, and that program, need ${needed} cores${needed > cores ? ': the limit is the processor of this machine' : ''}.`,
	].join('\n\n')
}
