import { liveDesk, type Meeting, meeting as meetings } from '@parley/api'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aDesk } from '../../testing/aDesk.ts'
import { aMeeting } from '../../testing/aMeeting.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { RoomLiveSheet, RoomLiveTile } from './RoomLive.tsx'

const calls = { detail: 'GET /meeting/meetings/842391556', state: 'GET /live/desk/state' }

function Live({ meetingId }: { meetingId: Meeting['meetingId'] }) {
	const [open, setOpen] = useState(false)
	return (
		<>
			<RoomLiveTile meetingId={meetingId} onPress={() => setOpen(true)} />
			{open && <RoomLiveSheet meetingId={meetingId} open onOpenChange={setOpen} />}
		</>
	)
}

async function show(fields: Partial<Meeting>) {
	const meeting = aMeeting({ hostId: 'hanmei' as Meeting['hostId'], hasLive: true, ...fields })
	const server = stubServer({
		[calls.detail]: { data: meetings.detail.output.encode({ meeting }) },
		[calls.state]: { data: liveDesk.state.output.encode(aDesk({})) },
	})
	await renderScreen('/room/$meetingId', () => <Live meetingId={meeting.meetingId} />, '/room/842391556')
	await waitFor(() => expect(server.count(calls.detail)).toBe(1))
	return server
}

beforeEach(() => setPerson(aMember()))
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

test('[DESK-15] among the tiles of More the host finds the live, which is asked for once it is opened', async () => {
	const server = await show({})
	fireEvent.click(await screen.findByRole('button', { name: '直播' }))
	const sheet = await screen.findByRole('dialog', { name: '直播' })
	await within(sheet).findByText('未开播')
	fireEvent.click(within(sheet).getByRole('button', { name: '关闭' }))
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	expect(server.count(calls.state)).toBe(1)
})

test.each([
	['a meeting without a live', { hasLive: false }],
	['who came as host with the password of another', { hostId: 'lilei' as Meeting['hostId'] }],
])('[DESK-15] %s has no such tile', async (_, fields) => {
	await show(fields)
	// The time the tile of the test above takes to appear.
	await expect(screen.findByRole('button', {}, { timeout: 200 })).rejects.toThrow()
})
