import { type MeetingId, refused, type UserId } from '@parley/core'
import { type GroupId, ImAppId, ImUserId } from '@parley/im'
import { type ParticipantId, toChatUserId } from '@parley/room'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { openDatabase } from '../../platform/database.ts'
import type { OwnedChatRooms, ParticipantTokens } from '../messaging/index.ts'
import type { ChatMember, ParticipantIdentity } from '../room/index.ts'
import { createFindChatPerson } from './files/people.ts'
import { createOpenChats } from './openChats.ts'
import { createRoomChats } from './service.ts'
import { createSqlRoomChatStore } from './store.sql.ts'

const meetingId = '123456789' as MeetingId
const appId = v.parse(ImAppId, 'site-1')
const uidOf = (id: string) => v.parse(ImUserId, toChatUserId(id as ParticipantId))

const identityOf = (id: string, fields: Partial<ParticipantIdentity> = {}) =>
	({
		participantId: id,
		meetingId,
		siteId: 'site-1',
		userId: null,
		name: `${id} by name`,
		...fields,
	}) as ParticipantIdentity

/** Chats on a database in memory; the rooms of meetings and of messaging are recorded. */
async function setUp() {
	const { db } = await openDatabase({ memory: true })
	const store = createSqlRoomChatStore(db)
	const inRoom = new Map<string, ChatMember>()
	const created: object[] = []
	const removed: string[] = []
	const ended: string[] = []
	const attachments: string[] = []
	const forgotten: string[] = []
	const noted: ParticipantId[][] = []
	const chatRooms = {
		async create(_: ImAppId, room: object) {
			created.push(room)
			return `gid-${created.length}` as GroupId
		},
		remove: async ({ gid }: { gid: GroupId }) => void removed.push(gid),
		readMessages: async (_: ImAppId, gid: GroupId) => ({
			messages: [
				...[2_000, 3_000].map(at => ({ id: at, at, name: 'Ann', text: `${gid} ${at}` })),
				...attachments.map(attachment => ({ id: 4_000, at: 4_000, name: 'Ann', text: 'a name', attachment })),
			],
			isCut: false,
		}),
	} as unknown as OwnedChatRooms
	const participantTokens = {
		issue: async (user: object) => ({ token: JSON.stringify(user), appVersion: '1' }),
	} as unknown as ParticipantTokens
	const sentFiles = new Map<string, number>()
	const files = {
		attachFile: async () => refused('missing' as const),
		markSent: async (id: string, at: number) => void sentFiles.set(id, at),
		remove: async (id: string) => void sentFiles.delete(id),
		grant: async (id: ParticipantId, siteId: string) => ({ token: `${id} of ${siteId}`, maxBytes: 9 }),
		discard: async () => {},
		forget: async (id: MeetingId) => void forgotten.push(id),
	}
	const clock = { time: 10_000 }
	function build() {
		const openChats = createOpenChats({ store, chatRooms })
		const people = createFindChatPerson({ findChatMember: id => inRoom.get(id), gidOf: openChats.gidOf })
		const endSessions = (_: ImAppId, uid: ImUserId) => void ended.push(uid)
		return createRoomChats({
			store,
			openChats,
			chatRooms,
			participantTokens,
			endSessions,
			people,
			clock: { now: () => clock.time },
			noteMessageRemoved: (...ids) => void noted.push(ids),
			files,
		})
	}
	const enter = (id: string, fields: Partial<ChatMember> = {}) =>
		inRoom.set(id, {
			identity: identityOf(id),
			startedAt: 1_000,
			role: 'member',
			mayWrite: true,
			maySendFiles: true,
			seesFrom: 1_000,
			...fields,
		})
	return { store, noted, inRoom, created, removed, ended, attachments, forgotten, sentFiles, clock, enter, build }
}

const meeting = { topic: 'Harbour plans', startedAt: 1_000, seesFrom: 1_000 }

test('[ROOM-130] a meeting has one chat, of nobody, whoever enters first, and keeps it over a restart', async () => {
	const { build, created } = await setUp()
	const { chats } = build()
	const admitted = await Promise.all(['ann-0001', 'bob-0001'].map(id => chats.admit(identityOf(id), meeting)))
	const again = await build().chats.admit(identityOf('cas-0001'), meeting)
	expect([...admitted, again].map(({ gid }) => gid)).toEqual(['gid-1', 'gid-1', 'gid-1'])
	expect(created).toEqual([{ name: 'Harbour plans', owner: 'p-', accountsOnly: false, participantsOnly: true }])
	expect(JSON.parse(again.token)).toEqual({ appId, uid: 'p-cas-0001', nickName: 'cas-0001 by name' })
	const nextTime = await chats.admit(identityOf('ann-0001'), { ...meeting, startedAt: 2_000 })
	expect(nextTime.gid).toBe('gid-2')
})

test('[ROOM-130] a participant is in the chat for as long as they are in the room, of their site', async () => {
	const { build, enter, inRoom, ended } = await setUp()
	const { chats, participation } = build()
	enter('ann-0001', { mayWrite: false, seesFrom: 5_000 })
	expect(participation.find(appId, uidOf('ann-0001'))).toBeUndefined()
	await chats.admit(identityOf('ann-0001'), meeting)
	expect(participation.find(appId, uidOf('ann-0001'))).toEqual({ gid: 'gid-1', mayWrite: false, seesFrom: 5_000 })
	expect(participation.find(v.parse(ImAppId, 'site-2'), uidOf('ann-0001'))).toBeUndefined()
	expect(participation.find(appId, v.parse(ImUserId, 'ann-0001'))).toBeUndefined()
	inRoom.delete('ann-0001')
	chats.end(identityOf('ann-0001'))
	expect(participation.find(appId, uidOf('ann-0001'))).toBeUndefined()
	expect(ended).toEqual(['p-ann-0001'])
})

test('[ROOM-175] an author unsends within two minutes; those who run the meeting remove what they see, at any time', async () => {
	const { build, enter, inRoom, clock } = await setUp()
	const { chats, participation } = build()
	const roles = { 'hos-0001': 'host', 'coh-0001': 'co-host', 'mem-0001': 'member', 'gue-0001': 'guest' } as const
	for (const [id, role] of Object.entries(roles)) {
		enter(id, { role })
		await chats.admit(identityOf(id), meeting)
	}
	enter('oth-0001', { role: 'host', identity: identityOf('oth-0001', { meetingId: '987654321' as MeetingId }) })
	const isAllowed = (id: string, author: string, at = 10_000) =>
		participation.mayRevoke(appId, uidOf(id), { author: uidOf(author), at })
	for (const id of Object.keys(roles)) expect([id, isAllowed(id, id)]).toEqual([id, true])
	clock.time += 119_999
	expect(isAllowed('gue-0001', 'gue-0001')).toBe(true)
	clock.time++
	for (const id of Object.keys(roles)) expect([id, isAllowed(id, id)]).toEqual([id, false])

	const allowed = Object.keys(roles).map(id =>
		[...Object.keys(roles), 'gon-0001'].filter(author => author !== id && isAllowed(id, author)),
	)
	expect(allowed).toEqual([
		['coh-0001', 'mem-0001', 'gue-0001', 'gon-0001'],
		['mem-0001', 'gue-0001', 'gon-0001'],
		[],
		[],
	])
	// The host of another meeting, somebody who waits, one of another site, and those who have left.
	for (const id of ['oth-0001', 'wai-0001']) expect(isAllowed(id, 'mem-0001')).toBe(false)
	const message = { author: uidOf('mem-0001'), at: 10_000 }
	expect(participation.mayRevoke(v.parse(ImAppId, 'site-2'), uidOf('hos-0001'), message)).toBe(false)
	enter('hos-0001', { role: 'host', seesFrom: 10_001 })
	expect([isAllowed('hos-0001', 'mem-0001'), isAllowed('hos-0001', 'mem-0001', 10_001)]).toEqual([false, true])
	inRoom.delete('hos-0001')
	expect(isAllowed('hos-0001', 'mem-0001', 10_001)).toBe(false)
})

test('[ROOM-165] the room is told who has removed a message of whom', async () => {
	const { build, noted } = await setUp()
	build().participation.noteRemoved(appId, uidOf('hos-0001'), uidOf('mem-0001'))
	expect(noted).toEqual([['hos-0001', 'mem-0001']])
})

test('[ROOM-138] members who were there are noted once; a deleted meeting takes its chats with it', async () => {
	const { build, store, removed, forgotten } = await setUp()
	const { chats, forget } = build()
	const [li, eve] = ['u-li' as UserId, 'u-eve' as UserId]
	for (const id of ['ann-0001', 'bob-0001']) await chats.admit(identityOf(id, { userId: li }), meeting)
	await chats.admit(identityOf('gue-0001'), meeting)
	expect((await store.listAttended(meetingId, li)).map(({ gid }) => gid)).toEqual(['gid-1'])
	expect(await store.listAttended(meetingId, eve)).toEqual([])
	await forget(meetingId)
	expect(removed).toEqual(['gid-1'])
	expect(forgotten).toEqual([meetingId])
	expect([await store.list(meetingId), await store.listAttended(meetingId, li)]).toEqual([[], []])
})

test('[ROOM-138] a member reads afterwards what they saw in the chats they were in; others read nothing', async () => {
	const { build } = await setUp()
	const { chats, readAttended } = build()
	const [li, late, eve] = ['u-li', 'u-late', 'u-eve'] as UserId[]
	await chats.admit(identityOf('ann-0001', { userId: li ?? null }), meeting)
	await chats.admit(identityOf('bob-0001', { userId: late ?? null }), { ...meeting, seesFrom: 2_500 })
	await chats.admit(identityOf('ann-0002', { userId: li ?? null }), { topic: '', startedAt: 5_000, seesFrom: 0 })
	const textsOf = async (userId = '' as UserId) =>
		(await readAttended(meetingId, userId)).messages.map(({ text }) => text)
	expect(await textsOf(li)).toEqual(['gid-1 2000', 'gid-1 3000', 'gid-2 2000', 'gid-2 3000'])
	expect(await textsOf(late)).toEqual(['gid-1 3000'])
	expect(await textsOf(eve)).toEqual([])
	// They come back later, when newcomers see everything.
	await chats.admit(identityOf('bob-0002', { userId: late ?? null }), meeting)
	expect(await textsOf(late)).toEqual(['gid-1 2000', 'gid-1 3000'])
})

test('[ROOM-222] a file is marked with the time of its message, and goes with it; other details name no file', async () => {
	const { build, sentFiles } = await setUp()
	const { participation } = build()
	const file = { id: `file_${'a'.repeat(16)}`, name: 'plan.pdf', bytes: 12 }
	for (const details of [JSON.stringify(file), '{"id":"../secret"}', 'no JSON'])
		await participation.openFile(details, 7)
	expect([...sentFiles]).toEqual([[file.id, 7]])
	await participation.removeFile(JSON.stringify(file))
	expect(sentFiles.size).toBe(0)
})

test('[ROOM-225] a kept chat has its files with their details; a message whose details are no file is left out', async () => {
	const { build, attachments } = await setUp()
	const { chats, readAttended } = build()
	const admitted = await chats.admit(identityOf('ann-0001', { userId: 'u-li' }), meeting)
	expect(admitted.files).toEqual({ token: 'ann-0001 of site-1', maxBytes: 9 })
	const file = { id: `file_${'a'.repeat(16)}`, name: 'plan.pdf', bytes: 12 }
	attachments.push(JSON.stringify(file), '{"id":"../secret"}', 'no JSON')
	const { messages } = await readAttended(meetingId, 'u-li' as UserId)
	expect(messages.map(({ text, file }) => file ?? text)).toEqual(['gid-1 2000', 'gid-1 3000', file])
})
