import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Check, CheckContext, CheckResult } from '../../platform/check.ts'
import { systemClock } from '../../platform/clock.ts'
import { randomIds } from '../../platform/ids.ts'
import { type AskNode, createNodeCalls, NodeUnreachableError } from '../../platform/nodeCalls.ts'
import { loadSecrets, secretsFile } from '../../platform/secrets.ts'
import { findWithOtherRedis } from './sameRedis.ts'
import { createSqlNodeStore } from './store.sql.ts'
import type { NodeRow } from './store.ts'
import { trustedCall } from './trustedCall.ts'

/** Asks each server of the database whether it is the one that its row names, has the same secrets and Redis, and reaches the database. */
async function checkNodes({ config, ask }: CheckContext): Promise<CheckResult> {
	if (config.nodeUrl === undefined) return { found: 'only one runs on the database, without PARLEY_NODE_URL' }
	const rows = await ask<NodeRow[]>([], async db => await createSqlNodeStore(db).list())
	if (!rows.isKnown) return rows.instead
	if (rows.value.length === 0) return { found: 'none runs' }
	if (!existsSync(join(config.keyFolder, secretsFile)))
		return { found: `${secretsFile} is missing in ${config.keyFolder}`, remedy: 'Copy it from another server' }
	const { relay } = loadSecrets(config.keyFolder)
	const calls = createNodeCalls({ secret: relay, id: 'doctor', clock: systemClock, ids: randomIds })
	const withOtherRedis = await findWithOtherRedis(rows.value, calls.ask, config)
	const described = await Promise.all(rows.value.map(row => describeNode(row, calls.ask, withOtherRedis.includes(row))))
	const problems = new Set(described.flatMap(({ problem }) => problem ?? []))
	const found = described.map(({ name, problem }) => (problem ? `${name} ${problem}` : name)).join('; ')
	return problems.size === 0 ? { found } : { found, remedy: [...problems].map(problem => remedies[problem]).join('; ') }
}

const remedies = {
	'cannot write to the database': 'Let that server reach the database (its log says what failed)',
	'uses another Redis': 'Give all servers the PARLEY_REDIS_URL of the same Redis',
	'does not answer': 'See whether it runs, and whether its PARLEY_NODE_URL can be reached from here',
	'is another server, or has other secrets': 'Give each server a PARLEY_NODE_URL of its own, and all the same secrets',
}

async function describeNode(
	row: NodeRow,
	ask: AskNode,
	hasOtherRedis: boolean,
): Promise<{ name: string; problem?: keyof typeof remedies }> {
	const name = `${row.url ?? 'a server without an address'} (${row.version})`
	try {
		const isTrusted = await ask(row, trustedCall, null)
		if (!isTrusted) return { name, problem: 'cannot write to the database' }
		return hasOtherRedis ? { name, problem: 'uses another Redis' } : { name }
	} catch (error) {
		const isUnreachable = error instanceof NodeUnreachableError
		return { name, problem: isUnreachable ? 'does not answer' : 'is another server, or has other secrets' }
	}
}

export const nodeChecks: readonly Check[] = [{ about: 'servers', run: checkNodes }]
