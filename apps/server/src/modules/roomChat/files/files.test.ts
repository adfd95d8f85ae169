import { buffer } from 'node:stream/consumers'
import { ChatFileId, MeetingId, SiteId } from '@parley/core'
import { GroupId, ImUserId } from '@parley/im'
import { type ParticipantId, toChatUserId } from '@parley/room'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createMemoryBlobs } from '../../../platform/testing/memoryBlobs.ts'
import { type ChatFilesDeps, createChatFiles } from './files.ts'
import type { StoredFile } from './store.ts'

test('[ROOM-222] a file that is removed while a reader asks for it is served whole, or missing, and no error', async () => {
	const clock = { now: () => 5_000 }
	const id = v.parse(ChatFileId, 'file_0000000000000001')
	const participantId = 'anna' as ParticipantId
	const uid = v.parse(ImUserId, toChatUserId(participantId))
	const gid = v.parse(GroupId, 'm_1')
	const content = Buffer.from('a plan')
	const stored: StoredFile = {
		...{ id, meetingId: v.parse(MeetingId, '100000001'), gid, author: uid, receiver: null, name: 'plan.pdf' },
		...{ bytes: content.length, picture: null, createdAt: 1, finishedAt: 2, sentAt: 3 },
	}
	for (const removedAt of ['find', 'read'] as const) {
		const blobs = createMemoryBlobs(clock)
		await blobs.write(`${id}/0`, content)
		const { find, read } = blobs
		const remove = () => blobs.delete(id)
		if (removedAt === 'find') blobs.find = name => find(name).finally(remove)
		else blobs.read = name => remove().then(() => read(name))
		const files = createChatFiles({
			store: { find: async () => stored },
			blobs,
			tokens: { verifyParticipant: async () => participantId },
			people: { find: () => ({ uid, gid, member: { seesFrom: 0 } }) },
			clock,
		} as unknown as ChatFilesDeps)
		const file = { id, variant: 'download' } as const
		const served = await files.readInRoom('a token', participantId, v.parse(SiteId, 'A'), file)
		const received = served && (await buffer(served.parts()))
		expect([undefined, content]).toContainEqual(received)
	}
})
