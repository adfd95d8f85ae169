import { ChatFileId, MeetingId } from '@parley/core'
import { GroupId, ImUserId } from '@parley/im'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../../platform/database.ts'
import { createSqlChatFileStore } from './store.sql.ts'
import type { ChatFileStore } from './store.ts'

const [meetingId, otherMeetingId] = ['100000001', '100000002'].map(id => v.parse(MeetingId, id)) as [
	MeetingId,
	MeetingId,
]
const [gid, otherGid] = ['m_1', 'm_2'].map(id => v.parse(GroupId, id)) as [GroupId, GroupId]
const [ann, bob] = ['p-ann', 'p-bob'].map(id => v.parse(ImUserId, id)) as [ImUserId, ImUserId]
const idOf = (number: number) => v.parse(ChatFileId, `file_${String(number).padStart(16, '0')}`)
/** More than 32 bits hold. */
const later = Date.UTC(2026, 10, 27)

/** Requirements on every store of the files of chats; called once per database, inside its own `describe`. */
export function chatFileStoreSuite(open: () => Promise<OpenDatabase>): void {
	let database: OpenDatabase
	let store: ChatFileStore

	beforeEach(async () => {
		database = await open()
		store = createSqlChatFileStore(database.db)
	})
	afterEach(() => database.close())

	const aFile = (number: number, fields: object = {}) => ({
		id: idOf(number),
		meetingId,
		gid,
		author: ann,
		receiver: null,
		name: '计划.pdf',
		bytes: 1_000,
		createdAt: later + number,
		...fields,
	})

	test('[ROOM-221] a file is stored when it is announced, finished with what its content is, and marked when it is sent', async () => {
		await store.insert(aFile(1, { receiver: bob }))
		expect(await store.find(idOf(1))).toEqual({
			...aFile(1, { receiver: bob }),
			picture: null,
			finishedAt: null,
			sentAt: null,
		})
		const finished = {
			name: '计划.webp',
			bytes: 5_000_000_000,
			picture: { width: 640, height: 360 },
			finishedAt: later,
		}
		await store.finish(idOf(1), finished)
		await store.markSent(idOf(1), later + 5)
		expect(await store.find(idOf(1))).toEqual({ ...aFile(1, { receiver: bob }), ...finished, sentAt: later + 5 })
		expect(await store.find(idOf(2))).toBeUndefined()
	})

	test('[ROOM-221] the bytes of a chat are counted, those of other chats are not', async () => {
		expect(await store.countBytes(gid)).toBe(0)
		await store.insert(aFile(1))
		await store.insert(aFile(2, { bytes: 5_000_000_000 }))
		await store.insert(aFile(3, { gid: otherGid }))
		expect(await store.countBytes(gid)).toBe(5_000_001_000)
	})

	test('[ROOM-225] old files are listed, those of no message sooner; files are found and removed by meeting', async () => {
		for (const number of [1, 2, 3]) await store.insert(aFile(number))
		await store.insert(aFile(4, { meetingId: otherMeetingId }))
		await store.markSent(idOf(2), later)
		expect(await store.listOld(later + 1, 9)).toEqual([])
		expect(await store.listOld(later + 3, 9)).toEqual([idOf(1), idOf(2)])
		expect(await store.listOld(later + 9, 2)).toEqual([idOf(1), idOf(2)])
		const unsent = [1, 3].map(number => ({ id: idOf(number), author: ann }))
		expect(await store.listUnsent(later + 4, 9)).toEqual(unsent)
		expect(await store.listUnsent(later + 4, 1)).toEqual(unsent.slice(0, 1))
		await store.finish(idOf(1), { name: 'a.pdf', bytes: 1, picture: null, finishedAt: later + 4 })
		expect(await store.listUnsent(later + 4, 9)).toEqual(unsent.slice(1))
		expect(await store.listUnsent(later + 5, 9)).toEqual([...unsent, { id: idOf(4), author: ann }])
		expect((await store.listOfMeeting(meetingId)).toSorted()).toEqual([idOf(1), idOf(2), idOf(3)])
		await store.remove(idOf(2))
		expect(await store.findExisting([idOf(1), idOf(2), 'folder'])).toEqual(new Set([idOf(1)]))
		expect(await store.findExisting([])).toEqual(new Set())
	})
}
