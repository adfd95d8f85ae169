import { tmpdir } from 'node:os'
import { env } from 'node:process'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { NodeAddress } from '../../platform/nodeCalls.ts'
import { freePort } from '../../platform/testing/freePort.ts'
import { redisUrl, startRedis } from '../../platform/testing/redisServer.ts'
import { answerWhetherMarked, findWithOtherRedis } from './sameRedis.ts'

const program = env.PARLEY_TEST_REDIS
if (!program) console.warn('!!! which servers use the same Redis: NOT TESTED, PARLEY_TEST_REDIS is not set !!!')

async function openRedis() {
	const port = await freePort()
	const { kill } = await startRedis(program ?? '', { port, folder: tmpdir() })
	onTestFinished(kill)
	return { redisUrl: redisUrl(port), kill }
}

/** Nodes with their addresses of Redis, and how they are asked. */
function createNodes(redisUrls: Record<string, string | undefined>) {
	const answers = new Map<string, (mark: string) => unknown>()
	for (const [id, redisUrl] of Object.entries(redisUrls))
		answerWhetherMarked({ handle: (_call, _input, answer) => void answers.set(id, answer as never) }, { redisUrl })
	const nodes: NodeAddress[] = [...answers.keys(), 'gone'].map(id => ({ id, url: `http://${id}` }))
	async function ask({ id }: NodeAddress, _call: string, mark: unknown): Promise<unknown> {
		const answer = answers.get(id)
		if (!answer) throw new Error(`${id} does not answer`)
		return await answer(mark as string)
	}
	return { nodes, ask }
}

describe.skipIf(!program)('which servers use the same Redis', () => {
	test('[NODE-46] those with another Redis or none are found, whatever their addresses are', async () => {
		const [own, other] = [await openRedis(), await openRedis()]
		const { nodes, ask } = createNodes({
			same: own.redisUrl.replace('127.0.0.1', 'localhost'),
			other: other.redisUrl,
			none: undefined,
		})
		const found = await findWithOtherRedis(nodes, ask, own)
		expect(found.map(({ id }) => id)).toEqual(['other', 'none'])
	}, 30_000)

	test('[NODE-46] a Redis that does not answer says nothing about a node', async () => {
		const [own, lost] = [await openRedis(), await openRedis()]
		const { nodes, ask } = createNodes({ one: lost.redisUrl })
		await lost.kill()
		expect(await findWithOtherRedis(nodes, ask, own)).toEqual([])
		expect(await findWithOtherRedis(nodes, ask, lost)).toEqual([])
	}, 30_000)
})
