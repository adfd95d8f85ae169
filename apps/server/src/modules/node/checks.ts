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
	const problems = described.filter(({ isWell }) => !isWell)
	const found = described.map(({ text }) => text).join('; ')
	return problems.length === 0
		? { found }
		: {
				found,
				remedy:
					'Correct PARLEY_NODE_URL, PARLEY_REDIS_URL or the secrets of those servers, or let them reach each other',
			}
}

async function describeNode(row: NodeRow, ask: AskNode, hasOtherRedis: boolean) {
	const name = `${row.url ?? 'a server without an address'} (${row.version})`
	try {
		const isTrusted = await ask(row, trustedCall, null)
		if (!isTrusted) return { isWell: false, text: `${name} cannot write to the database` }
		return hasOtherRedis ? { isWell: false, text: `${name} uses another Redis` } : { isWell: true, text: name }
	} catch (error) {
		const reason = error instanceof NodeUnreachableError ? 'does not answer' : 'is another server, or has other secrets'
		return { isWell: false, text: `${name} ${reason}` }
	}
}

export const nodeChecks: readonly Check[] = [{ about: 'servers', run: checkNodes }]
