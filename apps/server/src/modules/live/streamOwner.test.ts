import type { MeetingId, UserId } from '@parley/core'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { createLog } from '../../platform/log.ts'
import { type NodeCalls, NodeUnreachableError } from '../../platform/nodeCalls.ts'
import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { aNodeRow } from '../../testing/nodeRow.ts'
import { createSqlNodeStore } from '../node/index.ts'
import { createSqlLiveNode } from './liveNode.sql.ts'
import { streamsHere } from './liveNode.ts'
import { createStreamOwner, type StreamOwner } from './streamOwner.ts'

const meetingId = '123456789' as MeetingId
const userId = 'u-anna' as UserId

describeOnEveryDatabase('the node that has the streams of lives', open => {
	let database: OpenDatabase
	let done: string[]
	let lines: string[]
	let handlers: Map<string, (input: never) => unknown>
	const owners: StreamOwner[] = []
	/** Nodes at whose address nothing listens. */
	const ended = new Set<string>()
	beforeEach(async () => {
		database = await open()
		done = []
		lines = []
		handlers = new Map()
		ended.clear()
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
	})
	afterEach(async () => {
		for (const owner of owners.splice(0)) owner.stop()
		vi.useRealTimers()
		await database.close()
	})

	const nodeStore = () => createSqlNodeStore(database.db)
	const removeNode = async (id: string) => {
		const row = (await nodeStore().list()).find(node => node.id === id)
		if (row) await nodeStore().remove([row])
	}

	async function addNode(id: string, isTrusted = () => true) {
		await nodeStore().insert(aNodeRow(id))
		const nodes = {
			id,
			isTrusted,
			async removeIfEnded(other: string) {
				if (ended.has(other)) await removeNode(other)
				return ended.has(other)
			},
		}
		const note = (what: string) => async (meeting: MeetingId, by?: UserId) =>
			void done.push(`${id} ${what} ${meeting}${by ? ` by ${by}` : ''}`)
		const nodeCalls: Pick<NodeCalls, 'ask' | 'handle'> = {
			async ask(node, call, input) {
				if (ended.has(node.id))
					throw new NodeUnreachableError(node, Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
				return await handlers.get(`${node.id} ${call}`)?.(input as never)
			},
			handle: (call, _, answer) => void handlers.set(`${id} ${call}`, answer as (input: never) => unknown),
		}
		const owner = createStreamOwner({
			liveNode: createSqlLiveNode(database.db, nodes),
			nodeCalls,
			resume: async () => void done.push(`${id} resumes`),
			broadcasts: {
				endWithMeeting: note('ends'),
				remove: note('removes'),
				followMeeting: note('follows'),
			},
			log: {
				info: (_: unknown, text?: string) => void lines.push(`${id}: ${text}`),
				error: (_: unknown, text?: string) => void lines.push(`${id}: ${text}`),
			} as never,
		})
		owners.push(owner)
		return owner
	}

	test('[NODE-23] one node has the streams and resumes them, however many start at once; the others know where they are', async () => {
		const all = [await addNode('one'), await addNode('two'), await addNode('three')]
		await Promise.all(all.map(owner => owner.start()))
		const isOwner = all.map(owner => owner.isOwner())
		expect(isOwner.filter(Boolean)).toHaveLength(1)
		const name = ['one', 'two', 'three'][isOwner.indexOf(true)] ?? ''
		expect(done).toEqual([`${name} resumes`])
		const others = await Promise.all(all.map(owner => owner.findOther()))
		expect(others).toEqual(isOwner.map(own => (own ? undefined : { id: name, url: `http://${name}` })))
	})

	test('[NODE-23] the streams of a node that has ended are taken over within two seconds, by a node that is trusted', async () => {
		let isTrusted = false
		const [one, two] = [await addNode('one'), await addNode('two', () => isTrusted)]
		await one.start()
		await one.whenOwner(async () => void done.push('one has them'))
		await two.whenOwner(async () => void done.push('two has them'))
		await two.start()
		await removeNode('one')
		await vi.advanceTimersByTimeAsync(2_000)
		await expect.poll(() => two.findOther()).toBeUndefined()
		expect(two.isOwner()).toBe(false)
		isTrusted = true
		await vi.advanceTimersByTimeAsync(2_000)
		await expect.poll(() => two.isOwner()).toBe(true)
		expect(done).toEqual(['one resumes', 'one has them', 'two resumes', 'two has them'])
		expect(lines).toEqual(['one', 'two'].map(name => `${name}: this server has the streams of lives from now on`))
		// Those who ask before its next look get the streams at once as well.
		const three = await addNode('three')
		await removeNode('two')
		expect(await three.findOther()).toBeUndefined()
		expect(three.isOwner()).toBe(true)
	})

	test('[NODE-23] a broadcast follows its meeting on the node that has the streams, or on the one that takes over', async () => {
		const [one, two] = [await addNode('one'), await addNode('two')]
		await one.start()
		await two.start()
		done.length = 0
		await two.endWithMeeting(meetingId)
		await two.remove(meetingId, userId)
		await two.followMeeting(meetingId)
		await one.remove(meetingId)
		expect(done).toEqual([
			`one ends ${meetingId}`,
			`one removes ${meetingId} by ${userId}`,
			`one follows ${meetingId}`,
			`one removes ${meetingId}`,
		])
		ended.add('one')
		done.length = 0
		await two.endWithMeeting(meetingId)
		expect(done).toEqual(['two resumes', `two ends ${meetingId}`])
	})

	test('a server that is alone has the streams from the beginning', async () => {
		const nodeCalls = { ask: () => Promise.reject(new Error('there is no other node')), handle() {} }
		const act = async () => void done.push('done here')
		const owner = createStreamOwner({
			liveNode: streamsHere,
			nodeCalls,
			resume: async () => void done.push('resumes'),
			broadcasts: { endWithMeeting: act, remove: act, followMeeting: act },
			log: createLog('silent'),
		})
		owners.push(owner)
		expect([owner.isOwner(), await owner.findOther()]).toEqual([true, undefined])
		await owner.endWithMeeting(meetingId)
		await owner.start()
		expect(done).toEqual(['done here', 'resumes'])
	})
})

test('[NODE-23] the node with the streams is looked up once in two seconds, and again when it does not answer', async () => {
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
	onTestFinished(() => void vi.useRealTimers())
	const other = { id: 'one', url: 'http://one' }
	const findOther = vi.fn(async () => other)
	const owner = createStreamOwner({
		liveNode: { hasSeveralNodes: true, claim: async () => false, findOther, removeIfEnded: async () => false },
		nodeCalls: { ask: async () => null, handle() {} },
		resume: async () => {},
		broadcasts: { endWithMeeting: async () => {}, remove: async () => {}, followMeeting: async () => {} },
		log: createLog('silent'),
	})
	await owner.start()
	onTestFinished(owner.stop)
	for (let asked = 0; asked < 5; asked++) expect(await owner.findOther()).toEqual(other)
	expect(findOther).toHaveBeenCalledTimes(1)
	await vi.advanceTimersByTimeAsync(2_000)
	await owner.findOther()
	expect(findOther).toHaveBeenCalledTimes(2)
	await owner.removeIfEnded(other)
	await owner.findOther()
	expect(findOther).toHaveBeenCalledTimes(3)
})
