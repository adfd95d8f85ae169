import { Meeting } from '@parley/api'
import { act, cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aMeeting } from '../../../testing/aMeeting.ts'
import { setPerson } from '../../../testing/aPerson.ts'
import { renderScreen } from '../../../testing/renderScreen.tsx'
import { stubServer } from '../../../testing/stubServer.ts'
import { useJoinScreen } from './useJoinScreen.ts'

const id = '842391556'
const join = 'POST /meeting/joinMeeting'
const lockedMeeting = {
	[`GET /meeting/meetings/${id}`]: { data: { meeting: Meeting.encode(aMeeting()) } },
	[join]: { code: 807 },
}
const path = '/MeetingList/JoinMeeting/$meetingId/$hasPwd'

beforeEach(() => {
	localStorage.clear()
	setPerson({ kind: 'guest' })
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

let form: ReturnType<typeof useJoinScreen>
function Screen() {
	const target = { type: 'given', meetingId: id, hasPassword: false } as const
	form = useJoinScreen({ target, prefill: {}, joinsAutomatically: true }, { onRedirect: () => {} })
	return null
}

/** A join that was begun before signing in, and goes on by itself once there is a name. */
async function continueJoin() {
	const server = stubServer(lockedMeeting)
	const { unmount } = await renderScreen(path, Screen, `/MeetingList/JoinMeeting/${id}/false`)
	await vi.waitFor(() => expect(form.meeting).toBeTruthy())
	return { server, unmount, name: (displayName: string) => act(() => form.edit({ displayName })) }
}
const laterTimers = () => act(() => new Promise(resolve => setTimeout(resolve, 20)))

test('[ROUTE-21] a join that went on by itself and was refused is not sent again while the form is changed', async () => {
	const { server, name } = await continueJoin()
	name('小明')
	await vi.waitFor(() => expect(server.count(join)).toBe(1))
	await laterTimers()
	name('')
	name('小红')
	await laterTimers()
	expect(server.count(join)).toBe(1)
})

test('[ROUTE-21] nothing is joined by a screen that is left as it becomes ready', async () => {
	const { server, name, unmount } = await continueJoin()
	name('小明')
	unmount()
	await laterTimers()
	expect(server.count(join)).toBe(0)
})
