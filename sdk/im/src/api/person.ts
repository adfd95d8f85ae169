import type { ListPushName, PushData } from '@parley/im'
import type { KeyValueStorage } from '../core/environment.ts'
import { cancelled } from '../core/errors.ts'
import type { RoomEndReason, Rooms } from '../rooms/rooms.ts'
import type { Push } from '../session/session.ts'
import { loadProgress, type Progress } from '../sync/progress.ts'
import type { LoadPart } from './parts.ts'
import { createReading, type Reading, type ReadingDeps } from './reading.ts'

interface PersonDeps extends ReadingDeps {
	storage: KeyValueStorage
	part: LoadPart
}

/** Reading positions of one person on this device, from login to the end of the session. */
export interface Person {
	/** Called after a login on a new connection. */
	resume(): void
	/** The page is visible again. */
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

export function openPerson({ uid, appId }: { uid: string; appId: string }, deps: PersonDeps): Person {
	const { env, stats } = deps
	let reading: Reading | undefined
	/** Undefined until the first room is listened to. */
	let rooms: Rooms | undefined
	let openingRooms: Promise<Rooms> | undefined
	let waiting: ((reading: Reading) => void)[] = []
	let hasEnded = false

	void loadProgress(env, deps.storage, `im:${appId}:${uid}:`, deps.options).then(begin)

	function begin(progress: Progress) {
		if (hasEnded) return
		reading = createReading(progress, deps, gid => rooms?.stop(gid, 'deleted'))
		const acts = waiting
		waiting = []
		for (const act of acts) {
			try {
				act(reading)
			} catch (error) {
				stats.malformed++
				env.log('a packet could not be read', error)
			}
		}
	}
	function later(act: (reading: Reading) => void) {
		if (reading) act(reading)
		else if (!hasEnded) waiting.push(act)
	}
	async function openRooms(): Promise<Rooms> {
		const [{ createRooms }, { sequencers }] = await Promise.all([
			deps.part('rooms'),
			new Promise<Reading>(resolve => later(resolve)),
		])
		if (hasEnded) throw cancelled()
		rooms = createRooms({
			env,
			stats,
			call: deps.call,
			addSequencer: sequencers.addRoom,
			removeSequencer: sequencers.removeRoom,
			emit: deps.emit,
			setRole: deps.setRole,
		})
		return rooms
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
		flush: () => void reading?.progress.flush(),
		end() {
			hasEnded = true
			rooms?.stopAll()
			reading?.syncer.stop()
			reading?.sequencers.close()
			void reading?.progress.flush()
		},
	}
}
