import { MeetingId, UserId } from '@parley/core'
import * as v from 'valibot'
import type { Log } from '../../platform/log.ts'
import { hasNodeEnded, type NodeAddress, type NodeCalls } from '../../platform/nodeCalls.ts'
import type { LiveNode } from './liveNode.ts'

/** Time within which another node takes the streams over, and for which a node remembers which one has them. */
const claimEveryMs = 2_000

/** Changes of a meeting that its broadcast follows, on the node that has the streams. */
const followed = {
	endWithMeeting: v.tuple([MeetingId]),
	remove: v.tuple([MeetingId, v.nullable(UserId)]),
	followMeeting: v.tuple([MeetingId, v.nullable(UserId)]),
}
type Followed = keyof typeof followed
type Follow = { [N in Followed]: (meetingId: MeetingId, by?: UserId) => Promise<unknown> }

interface StreamOwnerDeps {
	liveNode: LiveNode
	nodeCalls: Pick<NodeCalls, 'ask' | 'handle'>
	/** Opens the streams of running broadcasts, which publishers return to. */
	resume(): Promise<void>
	broadcasts: Follow
	log: Pick<Log, 'info' | 'error'>
}

/** One node has the streams of all lives, and takes them over from one that has ended (NODE-23). */
export function createStreamOwner({ liveNode, nodeCalls, resume, broadcasts, log }: StreamOwnerDeps) {
	let isOwner = false
	/** Viewers ask for several files a second. */
	let known: NodeAddress | undefined
	let taking: Promise<boolean> | undefined
	let timer: NodeJS.Timeout | undefined
	const listeners: (() => Promise<void>)[] = []

	async function claim(): Promise<boolean> {
		if (!(await liveNode.claim())) return false
		await resume()
		isOwner = true
		if (liveNode.hasSeveralNodes) log.info({}, 'this server has the streams of lives from now on')
		for (const listener of listeners)
			listener().catch(error => log.error({ err: error }, 'a task of the server that has the streams of lives failed'))
		return true
	}

	/** Returns whether this node has the streams, which it takes over if no node has them. */
	async function take(): Promise<boolean> {
		if (isOwner) return true
		taking ??= claim().finally(() => {
			taking = undefined
		})
		return await taking
	}

	/** Returns the other node that has the streams; undefined where they are here. */
	async function findOther(): Promise<NodeAddress | undefined> {
		if (isOwner || !liveNode.hasSeveralNodes) return undefined
		known ??= (await liveNode.findOther()) ?? ((await take()) ? undefined : await liveNode.findOther())
		return known
	}

	async function removeIfEnded(node: NodeAddress): Promise<boolean> {
		known = undefined
		return await liveNode.removeIfEnded(node)
	}

	for (const [name, schema] of Object.entries(followed))
		nodeCalls.handle(`live.${name}`, schema as v.GenericSchema<unknown, [MeetingId, UserId | null]>, args =>
			follow(name as Followed, args),
		)

	async function follow(name: Followed, [meetingId, by]: [MeetingId, UserId | null] | [MeetingId]): Promise<null> {
		await broadcasts[name](meetingId, by ?? undefined)
		return null
	}

	async function askOwner(name: Followed, meetingId: MeetingId, by?: UserId): Promise<void> {
		const args: [MeetingId, UserId | null] | [MeetingId] =
			name === 'endWithMeeting' ? [meetingId] : [meetingId, by ?? null]
		const other = isOwner || !liveNode.hasSeveralNodes ? undefined : await findOther()
		if (!other) return void (await follow(name, args))
		try {
			await nodeCalls.ask(other, `live.${name}`, args)
		} catch (error) {
			const hasEnded = await hasNodeEnded(error, () => removeIfEnded(other))
			if (!hasEnded || !(await take())) throw error
			await follow(name, args)
		}
	}

	return {
		isOwner: () => isOwner || !liveNode.hasSeveralNodes,
		findOther,
		removeIfEnded,
		/** Runs `act` once this node has the streams: at once, or when it takes them over. */
		async whenOwner(act: () => Promise<void>): Promise<void> {
			if (isOwner || !liveNode.hasSeveralNodes) return await act()
			listeners.push(act)
		},
		endWithMeeting: (meetingId: MeetingId) => askOwner('endWithMeeting', meetingId),
		remove: (meetingId: MeetingId, by?: UserId) => askOwner('remove', meetingId, by),
		followMeeting: (meetingId: MeetingId, by?: UserId) => askOwner('followMeeting', meetingId, by),
		async start(): Promise<void> {
			await take()
			timer = setInterval(() => {
				known = undefined
				take().catch(error => log.error({ err: error }, 'the streams of lives could not be taken over'))
			}, claimEveryMs)
			timer.unref()
		},
		stop: () => clearInterval(timer),
	}
}
export type StreamOwner = ReturnType<typeof createStreamOwner>
