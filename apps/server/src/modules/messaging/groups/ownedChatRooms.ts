import { contentTypes, type GroupId, groupTypes, type ImAppId, type ImUserId, memberRoles } from '@parley/im'
import type { Ids } from '../../../platform/ids.ts'
import type { Timers } from '../../../platform/timers.ts'
import type { FanOut } from '../delivery/fanOut.ts'
import { serverAsActor } from '../model/commit.ts'
import type { LoggedEvent } from '../model/event.ts'
import { type GroupRow, isThere, memberRow } from '../model/group.ts'
import type { Profiles } from '../people/profiles.ts'
import type { WordFilter } from '../ports/words.ts'
import type { CommitQueue } from '../store/commitQueue.ts'
import type { MessagingStore } from '../store/store.ts'
import type { AddressHolds } from './addressHolds.ts'
import type { GroupAccess, GroupWriteParts } from './groupAccess.ts'
import { deletion, memberChange, ownerChange, settingsChange } from './groupChange.ts'
import { effectiveRoleOf } from './groupPolicy.ts'
import { rowInRoom } from './memberChange.ts'
import { newGroupId, newGroupSettings } from './newGroup.ts'

/** Number of times a write is decided again because the room changed in between. */
const maxDecisions = 8

interface OwnedChatRoomsDeps {
	store: Pick<
		MessagingStore,
		'findGroup' | 'findGroupAndMember' | 'findMembers' | 'findEvent' | 'findUsers' | 'readEvents'
	>
	addressHolds: Pick<AddressHolds, 'isHeld'>
	queue: Pick<CommitQueue, 'commit'>
	access: Pick<GroupAccess, 'noteVersion'>
	fanOut: Pick<FanOut, 'findFeed'>
	profiles: Profiles
	words: WordFilter
	timers: Timers
	ids: Pick<Ids, 'row'>
}

const isReadable = (type: unknown): boolean => type === contentTypes.text || type === contentTypes.file

/** An action of another module in a room. */
interface RoomAct {
	appId: ImAppId
	gid: GroupId
	/** The person named in the audit; missing if no person requested it. */
	by?: ImUserId | undefined
}

/** A message the server writes in a room in the name of its owner; the history keeps it for people who are offline. */
export interface OwnersMessage {
	type: number
	content: string
	/** JSON texts. */
	custom?: string
	attachment?: string
	/** The displayed name of the person it is from. */
	sendUserName: string
}

/**
 * Chat rooms that another module creates and runs, such as a live's discussion: its actions appear as the owner's to
 * everyone in the room, and the audit names the person behind them.
 */
export function createOwnedChatRooms({
	store,
	addressHolds,
	queue,
	access,
	fanOut,
	profiles,
	words,
	timers,
	ids,
}: OwnedChatRoomsDeps) {
	/** Retries if the room changed in between; does nothing if it was deleted. */
	async function write(
		{ appId, gid, by }: RoomAct,
		decide: (group: GroupRow) => Promise<GroupWriteParts | undefined>,
	): Promise<LoggedEvent[]> {
		for (let decision = 0; decision < maxDecisions; decision++) {
			const group = await store.findGroup(appId, gid)
			if (!group || group.deletedAt !== null) return []
			const decided = await decide(group)
			if (!decided) return []
			const conversation = { events: [], ...decided.conversation, id: gid, version: group.version }
			const audit = decided.audit?.map(row => ({ ...row, actor: by ?? serverAsActor })) ?? []
			const result = await queue.commit({ appId, now: timers.now(), conversation, audit })
			if (result.status === 'missing') return []
			if (result.status === 'committed') {
				access.noteVersion(appId, gid, result.head?.version ?? 0)
				return result.events
			}
		}
		throw new Error('a room kept changing')
	}

	return {
		/**
		 * @param room `accountsOnly`: guests read it and do not write. `participantsOnly`: it exists only for those in the room of a
		 * meeting. `slowModeS`: between two messages of one person.
		 */
		async create(
			appId: ImAppId,
			room: { name: string; owner: ImUserId; accountsOnly: boolean; participantsOnly?: boolean; slowModeS?: number },
		): Promise<GroupId> {
			const id = newGroupId(ids)
			const now = timers.now()
			const settings = newGroupSettings({ ...room, mucType: groupTypes.CHATROOM })
			const members = [memberRow(room.owner, now, 'here', memberRoles.owner)]
			const conversation = { id, create: { group: settings }, events: [], members }
			const result = await queue.commit({ appId, now, conversation })
			if (result.status !== 'committed') throw new Error(`a room could not be created: ${result.status}`)
			return id
		},

		/** Writes a message of the owner. */
		async post(
			appId: ImAppId,
			gid: GroupId,
			{ sendUserName, ...message }: OwnersMessage,
		): Promise<'posted' | 'gone' | 'wordRefused'> {
			// Control messages are not anyone's words.
			const isText = message.type !== contentTypes.control
			if (isText && words.refuses(appId, message.content)) return 'wordRefused'
			const events = await write({ appId, gid }, async ({ settings: { owner } }) => {
				const body = { ...message, sendUserName, role: memberRoles.owner }
				return { conversation: { events: [{ name: 'messagesReceived', uid: owner, cmid: ids.row('live'), body }] } }
			})
			return events.length > 0 ? 'posted' : 'gone'
		},

		/** Sets the announcement above the messages; an empty text removes it. */
		async announce(act: RoomAct, announcement: string): Promise<'announced' | 'wordRefused'> {
			if (words.refuses(act.appId, announcement)) return 'wordRefused'
			await write(act, async group => settingsChange(group, group.settings.owner, { announcement }))
			return 'announced'
		},

		/** Sets whether guests can only read the room. */
		async setAccountsOnly(act: RoomAct, accountsOnly: boolean): Promise<void> {
			await write(act, async group => {
				const { owner, accountsOnly: before = false } = group.settings
				return before === accountsOnly ? undefined : settingsChange(group, owner, { accountsOnly })
			})
		},

		/** Hands the room to another person, who need not have been there. */
		async setOwner(act: RoomAct, uid: ImUserId): Promise<void> {
			const { appId, gid } = act
			await write(act, async group => {
				const { owner } = group.settings
				if (owner === uid) return undefined
				const rows = await store.findMembers(appId, gid, [owner, uid])
				const former = rows.find(row => row.uid === owner) ?? rowInRoom(owner, timers.now())
				const row = rows.find(one => one.uid === uid)
				const successor = row && isThere(row) ? row : rowInRoom(uid, timers.now())
				return ownerChange({ profiles, timers }, appId, { group, former, successor })
			})
		},

		/** Makes a person with an account a moderator, even if they were never in the room; the owner is one already. */
		async setManager(act: RoomAct, uid: ImUserId): Promise<void> {
			const { appId, gid } = act
			await write(act, async group => {
				const { owner } = group.settings
				if (uid === owner) return undefined
				const [found] = await store.findMembers(appId, gid, [uid])
				const before = found && isThere(found) ? found : rowInRoom(uid, timers.now())
				if (before.role === memberRoles.manager) return undefined
				const after = { ...before, role: memberRoles.manager, silencedUntil: null }
				const profile = (await profiles.find(appId, [uid])).get(uid)
				return memberChange(group, owner, { before, after, profile, now: timers.now() })
			})
		},

		/**
		 * Ends the room: it becomes `missing` for everyone, and its members are removed. Its settings stay stored, its
		 * messages until their retention ends.
		 */
		async remove(act: RoomAct): Promise<void> {
			await write(act, async group => deletion(group, group.settings.owner))
		},

		/** Returns the announcement above the messages. */
		findAnnouncement: async (appId: ImAppId, gid: GroupId): Promise<string> =>
			(await store.findGroup(appId, gid))?.settings.announcement ?? '',

		/** Returns whether a person is banned. */
		async isBanned(appId: ImAppId, gid: GroupId, uid: ImUserId): Promise<boolean> {
			const found = await store.findGroupAndMember(appId, gid, uid)
			return (
				found !== undefined && effectiveRoleOf(found.group, found.member, { isGuest: false }, timers.now()) === 'banned'
			)
		},

		/** Returns whether a guest may not enter, because another one was banned at their address before they came. */
		isHeld: (appId: ImAppId, gid: GroupId, guest: { uid: ImUserId; address: string }): Promise<boolean> =>
			addressHolds.isHeld(appId, gid, guest),

		/** Returns a message that was not revoked, with its author and content. */
		async findMessage(appId: ImAppId, gid: GroupId, hisId: number) {
			const event = await store.findEvent(appId, gid, hisId)
			if (event?.name !== 'messagesReceived' || event.body.revoked === true) return undefined
			return { uid: event.uid, name: String(event.body.sendUserName ?? ''), content: String(event.body.content ?? '') }
		},

		/**
		 * Returns the texts and files among the newest events, oldest first; also of a room that has ended. The text of a file is
		 * its name, and `attachment` its details as JSON text.
		 */
		async readMessages(appId: ImAppId, gid: GroupId, count: number) {
			const events = await store.readEvents(appId, gid, { limit: count, from: 'newest' })
			const messages = events.flatMap(({ name, hisId, ts, body }) =>
				name === 'messagesReceived' && isReadable(body.type) && body.revoked !== true
					? [
							{
								id: hisId,
								at: ts,
								name: String(body.sendUserName ?? ''),
								text: String(body.content ?? ''),
								...(body.type === contentTypes.file && { attachment: String(body.attachment ?? '') }),
							},
						]
					: [],
			)
			return { messages, isCut: (events[0]?.hisId ?? 1) > 1 }
		},

		/** Returns the current listeners of the room on this node, each once; of all nodes, see `presentAnywhere.ts`. */
		async listPresent(appId: ImAppId, gid: GroupId): Promise<{ uid: ImUserId; name: string; isGuest: boolean }[]> {
			const uids = [...new Set((fanOut.findFeed(appId, gid)?.listeners() ?? []).map(({ uid }) => uid))]
			const people = await profiles.find(appId, uids)
			return uids.map(uid => {
				const person = people.get(uid)
				return { uid, name: person?.nickName ?? '', isGuest: person?.isGuest ?? true }
			})
		},
	}
}
export type OwnedChatRooms = ReturnType<typeof createOwnedChatRooms>
