import type { MeetingId } from '@parley/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { apiReactions } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'
import { stubServer } from '../../../testing/stubServer.ts'
import { ClaimHostDialog } from './ClaimHostDialog.tsx'

afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
	vi.restoreAllMocks()
})

test('[ROOM-182] the slider for the password goes with the room', async () => {
	stubServer({ 'POST /meeting/claimHost': { status: 400, code: 400 } })
	const signals: (AbortSignal | undefined)[] = []
	vi.spyOn(apiReactions, 'solveChallenge').mockImplementation(signal => {
		signals.push(signal)
		return new Promise(() => {})
	})
	const meetingId = '842391556' as MeetingId
	const shown = render(
		<ClaimHostDialog open onOpenChange={() => {}} meetingId={meetingId} getVisitToken={() => 'visit'} />,
	)
	fireEvent.change(await screen.findByLabelText(m.room_claim_password()), { target: { value: 'host-1234' } })
	fireEvent.click(screen.getByRole('button', { name: m.room_claim_submit() }))
	await waitFor(() => expect(signals.map(signal => signal?.aborted)).toEqual([false]))
	shown.unmount()
	expect(signals[0]?.aborted).toBe(true)
})
