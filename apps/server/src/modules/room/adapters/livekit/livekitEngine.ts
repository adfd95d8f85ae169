import { ok, type Result, refused } from '@parley/core'
import type { MediaGrant, ParticipantId } from '@parley/room'
import { AccessToken, type ParticipantInfo, TwirpError } from 'livekit-server-sdk'
import type { LivekitSettings } from '../../../../platform/config.ts'
import type { Log } from '../../../../platform/log.ts'
import type { EngineEvent, EngineHealth, GrantRequest, MediaEngine } from '../../mediaEngine.ts'
import { createEgressBroadcaster } from './egress.ts'
import { EngineRoom, isRoomOf, participantOf } from './engineRoom.ts'
import { describeFailure, failureFields, listPeople, openRoomApi, refusesKey } from './livekitApi.ts'
import { sentSources, toTrackSources, tracksOf } from './trackSources.ts'

/** A call that takes longer has failed. */
const callTimeoutMs = 3_000
/** Participants without a place are out within this time and that of two calls (ROOM-247). */
const reconcileEveryMs = 2_000
/** A wake-up that comes sooner after the last reconciliation waits. */
const reconcileAtMostEveryMs = 100
/** After this time without an answer LiveKit is down; a room of it gets another epoch, which another node may serve (ROOM-249). */
const renewAfterMs = 5_000
/** LiveKit's tokens outlive a removal, so none is valid for longer. */
const maxTokenLifetimeSec = 60
/** LiveKit deletes a room without participants after this time; the next grant creates it again. */
const emptyTimeoutSec = 300
/** Pages whose server has restarted stay in the former room until they have reconnected. */
const deleteFormerAfterMs = 15_000
/** The name of no room. */
const noRoom = 'parley'
const keyRefused =
	'LiveKit refuses the key: set PARLEY_LIVEKIT_KEY and PARLEY_LIVEKIT_SECRET to a pair of `keys` in its configuration'

export interface LivekitEngineSetup {
	settings: LivekitSettings
	maxParticipants: number
	log: Pick<Log, 'warn' | 'info'>
	/** Now, in ms. */
	now(): number
}

export interface LivekitEngine extends MediaEngine {
	hasEarlierRoom(roomId: string): Promise<boolean>
	/** Looks at the rooms soon instead of at the next interval; for webhooks, which may be late, repeated or lost. */
	wake(): void
}

/**
 * The engine that is a LiveKit server. Its state may differ from ours: every two seconds participants without a place
 * are removed, and what they send is compared with what was seen before.
 */
export function createLivekitEngine({ settings, maxParticipants, log, now }: LivekitEngineSetup): LivekitEngine {
	const { url, key, secret, egressUrl } = settings
	const api = openRoomApi(settings, callTimeoutMs)
	const rooms = new Map<string, EngineRoom>()
	/** Rooms of LiveKit that are not used any more, with the time from which on they are deleted. */
	const former = new Map<string, number>()
	const listeners = new Set<(event: EngineEvent) => void>()
	let failingSince: number | undefined
	let isDown = false
	/** The reason that was logged last while it is down. */
	let reported: string | undefined
	let isStopped = false
	let reconciling: Promise<void> | undefined
	let isWokenMeanwhile = false
	let reconciledAt = Number.NEGATIVE_INFINITY

	const emit = (event: EngineEvent) => {
		for (const listener of listeners) listener(event)
	}

	async function create(room: EngineRoom): Promise<void> {
		const { name, roomId } = room
		const isFirst = !room.isCreated
		await api.createRoom({
			name,
			maxParticipants: room.maxParticipants,
			emptyTimeout: emptyTimeoutSec,
			departureTimeout: emptyTimeoutSec,
		})
		room.isCreated = true
		room.closedSince = undefined
		if (isFirst) await findFormer(roomId)
	}

	/** Returns the rooms of earlier openings that are not to be deleted yet, such as those before a restart of this server. */
	const listEarlier = async (roomId: string) =>
		(await api.listRooms()).filter(
			({ name }) => isRoomOf(name, roomId) && name !== rooms.get(roomId)?.name && !former.has(name),
		)

	async function findFormer(roomId: string): Promise<void> {
		for (const { name } of await listEarlier(roomId)) former.set(name, now() + deleteFormerAfterMs)
	}

	async function hasEarlierRoom(roomId: string): Promise<boolean> {
		if (failingSince !== undefined) return false
		try {
			// The numbers in the list of rooms are seconds old.
			const people = await Promise.all((await listEarlier(roomId)).map(({ name }) => listPeople(api, name)))
			return people.flat().length > 0
		} catch (error) {
			noteFailure(error, 'LiveKit did not say whether it has the media of a meeting', { roomId })
			return false
		}
	}

	async function grant({ roomId, participantId, sources, ttlSec }: GrantRequest) {
		const room = rooms.get(roomId)
		if (!room) throw new Error(`room ${roomId} was not opened`)
		const identity = room.admit(participantId)
		// A person who enters does not wait for it: their page asks again.
		if (failingSince !== undefined) return refused('engine.unavailable')
		const startedAt = now()
		try {
			// LiveKit forgets a room that was empty, and all of them when it restarts.
			await create(room)
		} catch (error) {
			noteFailure(error, 'nobody can enter a room in LiveKit', { name: room.name })
			// The list of a room is there for a while after the node that has it is gone.
			room.closedSince ??= startedAt
			if (room.isCreated && now() - room.closedSince >= renewAfterMs) replace(room, error)
			return refused('engine.unavailable')
		}
		const lifetimeSec = Math.min(ttlSec, maxTokenLifetimeSec)
		const token = new AccessToken(key, secret, { identity, ttl: lifetimeSec })
		token.addGrant({
			roomJoin: true,
			room: room.name,
			canSubscribe: true,
			canPublish: sources.length > 0,
			canPublishSources: toTrackSources(sources),
			canPublishData: false,
			canUpdateOwnMetadata: false,
		})
		return ok({
			engine: 'livekit',
			url,
			token: await token.toJwt(),
			roomId,
			participantId,
			// LiveKit tells browsers its own.
			iceServers: [],
			place: `${room.name}/${identity}`,
			expiresAt: now() + lifetimeSec * 1_000,
		} satisfies MediaGrant)
	}

	function noteFailure(error: unknown, message: string, fields: object = {}): void {
		log.warn({ ...failureFields(error), ...fields }, message)
	}

	/** The room, or the participant in it, may be gone already. */
	async function remove(name: string, identity: string): Promise<void> {
		try {
			await api.removeParticipant(name, identity)
		} catch (error) {
			if (!isNotFound(error))
				noteFailure(error, 'a participant could not be removed from LiveKit; it is tried again', { name })
		}
	}

	async function deleteFormer(): Promise<void> {
		for (const [name, from] of former) {
			if (now() < from) continue
			try {
				await api.deleteRoom(name)
			} catch (error) {
				if (!isNotFound(error)) continue
			}
			former.delete(name)
		}
	}

	function replace(room: EngineRoom, error: unknown): void {
		const { name } = room
		noteFailure(error, 'LiveKit does not have a room any more, which is replaced', { name })
		former.set(room.renew(), now())
		emit({ type: 'available', roomId: room.roomId })
	}

	async function reconcileRoom(room: EngineRoom): Promise<void> {
		if (!room.isCreated) return
		const { name } = room
		try {
			const connected = await listPeople(api, name)
			// It was renewed or has ended meanwhile.
			if (rooms.get(room.roomId) !== room || room.name !== name) return
			room.unlistedSince = undefined
			const strangers = connected.filter(({ identity }) => !room.hasPlace(identity))
			const present = connected.filter(({ identity }) => room.hasPlace(identity))
			for (const event of room.reconcile(
				new Map(present.map(info => [participantOf(info.identity), sentSources(info)])),
			))
				emit(event)
			await Promise.all(strangers.map(({ identity }) => remove(name, identity)))
		} catch (error) {
			room.unlistedSince ??= now()
			if (!isDown && now() - room.unlistedSince >= renewAfterMs) replace(room, error)
		}
	}

	async function checkServer(): Promise<void> {
		try {
			await api.listRooms([noRoom])
			failingSince = undefined
			if (!isDown) return
			await renewLost()
			isDown = false
			reported = undefined
			log.info({}, 'LiveKit answers again')
			emit({ type: 'available' })
		} catch (error) {
			failingSince ??= now()
			if (now() - failingSince < renewAfterMs) return
			const problem = refusesKey(error) ? keyRefused : 'LiveKit does not answer'
			if (problem !== reported) noteFailure(error, problem)
			reported = problem
			if (isDown) return
			isDown = true
			emit({ type: 'unavailable' })
		}
	}

	/** A LiveKit that was restarted has no rooms; one that could not be reached from here goes on with its own. */
	async function renewLost(): Promise<void> {
		const created = [...rooms.values()].filter(({ isCreated }) => isCreated)
		if (created.length === 0) return
		const existing = await api.listRooms(created.map(({ name }) => name))
		for (const room of created) if (!existing.some(({ name }) => name === room.name)) room.renew()
	}

	async function reconcileAll(): Promise<void> {
		reconciledAt = now()
		await checkServer()
		if (failingSince !== undefined) return
		await Promise.all([...rooms.values()].map(reconcileRoom))
		await deleteFormer()
	}

	/** One reconciliation at a time: the next one sees changes that come during this one. */
	function reconcile(): void {
		if (isStopped) return
		if (reconciling) {
			isWokenMeanwhile = true
			return
		}
		reconciling = reconcileAll()
			// Failed calls are caught before: this is a bug, whose stack is needed.
			.catch(error => log.warn({ err: error }, 'the rooms of LiveKit could not be compared'))
			.finally(() => {
				reconciling = undefined
				if (!isWokenMeanwhile) return
				isWokenMeanwhile = false
				wake()
			})
	}

	let waking: NodeJS.Timeout | undefined
	function wake(): void {
		waking ??= setTimeout(
			() => {
				waking = undefined
				reconcile()
			},
			Math.max(0, reconciledAt + reconcileAtMostEveryMs - now()),
		).unref()
	}
	/** The timer also keeps the process running while it starts. */
	const timer = setInterval(reconcile, reconcileEveryMs)

	async function find(room: EngineRoom, participantId: ParticipantId): Promise<ParticipantInfo | undefined> {
		const identity = room.identityOf(participantId)
		if (identity === undefined || !room.isCreated) return undefined
		try {
			return await api.getParticipant(room.name, identity)
		} catch (error) {
			if (isNotFound(error)) return undefined
			throw error
		}
	}

	async function health(): Promise<EngineHealth> {
		try {
			await api.listRooms([noRoom])
			return { ok: true, detail: `${rooms.size} rooms` }
		} catch (error) {
			return { ok: false, detail: describeFailure(error) }
		}
	}

	return {
		name: 'livekit',
		maxParticipants,
		async ensureRoom(roomId, options) {
			const limit = Math.min(options.maxParticipants, maxParticipants)
			const room = rooms.get(roomId)
			if (room) room.maxParticipants = limit
			else rooms.set(roomId, new EngineRoom(roomId, limit))
		},
		grant: grant satisfies (request: GrantRequest) => Promise<Result<MediaGrant, 'engine.unavailable'>>,
		async removeParticipant(roomId, participantId) {
			const room = rooms.get(roomId)
			const identity = room?.dismiss(participantId)
			if (!room || identity === undefined || !room.isCreated) return
			await remove(room.name, identity)
			wake()
		},
		async mute(roomId, participantId, source) {
			const room = rooms.get(roomId)
			if (!room) return
			try {
				const info = await find(room, participantId)
				const muting = info ? tracksOf(info, source) : []
				await Promise.all(muting.map(sid => api.mutePublishedTrack(room.name, info?.identity ?? '', sid, true)))
				if (muting.length === 0) return
				room.noteMuted(participantId, source)
				emit({ type: 'unpublished', roomId, participantId, source })
			} catch (error) {
				if (!isNotFound(error))
					noteFailure(error, 'a participant could not be muted in LiveKit', { roomId, participantId })
			}
			wake()
		},
		async endRoom(roomId) {
			const room = rooms.get(roomId)
			if (!room) return
			rooms.delete(roomId)
			if (room.isCreated) former.set(room.name, now())
			emit({ type: 'roomEnded', roomId })
			await deleteFormer()
		},
		hasEarlierRoom,
		async list(roomId) {
			const room = rooms.get(roomId)
			if (!room?.isCreated) return []
			const connected = await listPeople(api, room.name)
			return connected
				.filter(({ identity }) => room.hasPlace(identity))
				.map(info => ({ participantId: participantOf(info.identity), sources: sentSources(info) }))
		},
		onEvent(listener) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
		...(egressUrl !== undefined && { broadcaster: createEgressBroadcaster(settings, egressUrl, log) }),
		health,
		wake,
		async stop() {
			isStopped = true
			clearInterval(timer)
			clearTimeout(waking)
			await reconciling
		},
	}
}

const isNotFound = (error: unknown): boolean => error instanceof TwirpError && error.status === 404
