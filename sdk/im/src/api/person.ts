import type { ListPushName, MemberRole, PushData, SyncOption } from '@parley/im'
import type { Emitter } from '../core/emitter.ts'
import type { Environment, KeyValueStorage } from '../core/environment.ts'
import { cancelled } from '../core/errors.ts'
import type { Stats } from '../core/stats.ts'
import type { RoomEndReason, Rooms } from '../rooms/rooms.ts'
import { createSequencers, type Sequencers } from '../sequencer/sequencers.ts'
import type { Call } from '../session/requests.ts'
import type { Push } from '../session/session.ts'
import { createLists, type Lists } from '../sync/lists.ts'
import { loadProgress, type Progress } from '../sync/progress.ts'
import { createSyncer, type Syncer } from '../sync/syncer.ts'
import type { IMEvents } from './events.ts'
import type { LoadPart } from './parts.ts'

interface PersonDeps {
	env: Environment
	stats: Stats
	storage: KeyValueStorage
	call: Call
	part: LoadPart
	options: readonly SyncOption[]
	emit: Emitter<IMEvents>['emit']
	setRole(gid: string, role: MemberRole): void
	/** Called when events missed before the last login have been read. */
	onSynced(): void
}

/** Reading positions of one person on this device, from login to the end of the session. */
export interface Person {
	/** Logged in on a new connection. */
	resume(): void
	/** The page is seen again. */
	refresh(): void
	/** Processed in order of arrival, even while the storage is still being read. */
	push(push: Push): void
	/** Resolves when the storage has been read, and the part is there. @throws {IMError} when it ends before */
	rooms(): Promise<Rooms>
	stopRoom(gid: string, reason: RoomEndReason): void
	/** Stores unsaved changes. */
	flush(): void
	end(): void
}

interface Parts {
	progress: Progress
	syncer: Syncer
	sequencers: Sequencers
	lists: Lists
}

export function openPerson({ uid, appId }: { uid: string; appId: string }, deps: PersonDeps): Person {
	const { env, stats, storage, call, options, emit } = deps
	const prefix = `im:${appId}:${uid}:`
	let parts: Parts | undefined
	/** Undefined until the first room is listened to. */
	let rooms: Rooms | undefined
	let openingRooms: Promise<Rooms> | undefined
	let waiting: ((parts: Parts) => void)[] = []
	let hasEnded = false

	void loadProgress(env, storage, prefix, options).then(progress => {
		if (hasEnded) return
		parts = assemble(progress)
		const acts = waiting
		waiting = []
		for (const act of acts) {
			try {
				act(parts)
			} catch (error) {
				stats.malformed++
				env.log('a packet could not be read', error)
			}
		}
	})

	function assemble(progress: Progress): Parts {
		const syncer = createSyncer({
			env,
			stats,
			call,
			progress,
			options,
			target: {
				applyList: (option, entries, isReset) => lists.pages(option, entries, isReset),
				applyConversations: pages => sequencers.pages(pages),
				settled: option => sequencers.settled(option),
				finished() {
					sequencers.resume()
					deps.onSynced()
				},
			},
		})
		const sequencers = createSequencers({
			env,
			stats,
			call,
			progress,
			reader: syncer,
			deliver(name, batch) {
				emit(name, batch as never)
				if (name === 'groupDeleted' && batch.gid !== undefined) rooms?.stop(batch.gid, 'deleted')
			},
			emit,
		})
		const lists = createLists({
			stats,
			progress,
			syncer,
			deliver(name, entry) {
				// A person who left or was removed from a group gets no further events of it.
				if (name === 'groupListUpdated') {
					const { gid, group } = entry as unknown as PushData<'groupListUpdated'>
					if (group) {
						deps.setRole(gid, group.role)
						sequencers.expect(gid)
					} else sequencers.forget(gid)
				}
				emit(name, entry as never)
			},
			emit,
		})
		return { progress, syncer, sequencers, lists }
	}
	async function openRooms(): Promise<Rooms> {
		const [{ createRooms }, { sequencers }] = await Promise.all([
			deps.part('rooms'),
			new Promise<Parts>(resolve => later(resolve)),
		])
		if (hasEnded) throw cancelled()
		rooms = createRooms({
			env,
			stats,
			call,
			addSequencer: sequencers.addRoom,
			removeSequencer: sequencers.removeRoom,
			emit,
			setRole: deps.setRole,
		})
		return rooms
	}
	function later(act: (parts: Parts) => void) {
		if (parts) act(parts)
		else if (!hasEnded) waiting.push(act)
	}
	return {
		resume: () =>
			later(({ syncer }) => {
				rooms?.resume()
				syncer.start()
			}),
		refresh: () => rooms?.resume(),
		push: packet =>
			later(({ sequencers, lists }) => {
				if (typeof packet.data.gid === 'string') rooms?.heard(packet.data.gid)
				if (!sequencers.push(packet)) lists.push(packet.name as ListPushName, packet.data as PushData<ListPushName>)
			}),
		rooms() {
			openingRooms ??= openRooms().catch(error => {
				openingRooms = undefined
				throw error
			})
			return openingRooms
		},
		stopRoom: (gid, reason) => rooms?.stop(gid, reason),
		flush: () => void parts?.progress.flush(),
		end() {
			hasEnded = true
			rooms?.stopAll()
			parts?.syncer.stop()
			parts?.sequencers.close()
			void parts?.progress.flush()
		},
	}
}
