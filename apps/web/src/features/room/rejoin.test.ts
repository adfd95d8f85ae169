import { beforeEach, expect, test } from 'vitest'
import { rejoinKey, storage } from '../../storage/index.ts'
import { prepareRejoin } from './rejoin.ts'
import { createResumeStore, type PastExit } from './resumeStore.ts'

const id = '842391556'
const tab = { read: storage.readTabText, write: storage.writeTabText }
const leave = (exit: PastExit) => createResumeStore(id, tab).exit(exit)

beforeEach(() => {
	localStorage.clear()
	sessionStorage.clear()
})

test('[ROOM-198] a person who was in the room rejoins at once, under their name and with the devices that were on', () => {
	storage.setDeviceOn('camera', true)
	leave({ reason: 'left', visit: { name: 'Ann "the guest"', microphone: true, camera: false } })
	expect(prepareRejoin(id)).toEqual({
		to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd',
		params: { meetingId: id, hasPwd: 'false' },
		search: { from: 'rejoin', meeting: '{"display_name":"Ann \\"the guest\\""}' },
	})
	expect([storage.isDeviceOn('microphone'), storage.isDeviceOn('camera')]).toEqual([true, false])
	expect(storage.readTabText(rejoinKey)).toBe(id)
})

test('[ROOM-198] who was not in it gets the form', () => {
	storage.setDeviceOn('camera', true)
	leave({ reason: 'room.full' })
	expect(prepareRejoin(id)).toEqual({ to: '/joinQuickly', search: { meetingId: id } })
	storage.write('accessToken', 'a')
	expect(prepareRejoin(id)).toMatchObject({ to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd' })
	expect(prepareRejoin(id)).not.toHaveProperty('search')
	expect([storage.isDeviceOn('camera'), storage.readTabText(rejoinKey)]).toEqual([true, undefined])
})
