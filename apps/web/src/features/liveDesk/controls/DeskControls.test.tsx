import type { MeetingId } from '@parley/core'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { m } from '../../../locales/index.ts'
import { aDesk } from '../../../testing/aDesk.ts'
import { stubServer } from '../../../testing/stubServer.ts'
import { DeskControls } from './DeskControls.tsx'

afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

const start = 'POST /live/desk/start'
const suspend = 'POST /live/desk/suspend'
const controls = (desk: Parameters<typeof aDesk>[0]) => (
	<DeskControls
		meetingId={'842391556' as MeetingId}
		desk={aDesk(desk)}
		goLive={{ press() {}, isGoing: false, question: undefined }}
		onDone={async () => {}}
	/>
)
const button = (name: string) => screen.getByRole('button', { name })

test('a live that is over is started anew after a question, which is gone then', async () => {
	const server = stubServer({ [start]: {} })
	render(controls({ status: 'over' }))
	fireEvent.click(button(m.desk_start_anew()))
	const question = await screen.findByRole('alertdialog')
	fireEvent.click(within(question).getByRole('button', { name: m.desk_start_anew() }))
	await waitFor(() => expect(server.count(start)).toBe(1))
	await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('what was refused can be pressed again', async () => {
	const server = stubServer({ [suspend]: 'no-answer' })
	render(controls({ status: 'onAir', startedForMs: 0 }))
	for (const count of [1, 2]) {
		fireEvent.click(await screen.findByRole('button', { name: m.desk_suspend() }))
		await waitFor(() => expect(server.count(suspend)).toBe(count))
	}
	await screen.findByRole('button', { name: m.desk_suspend() })
})
