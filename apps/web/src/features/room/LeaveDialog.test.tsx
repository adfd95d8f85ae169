import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { LeaveDialog } from './LeaveDialog.tsx'

afterEach(cleanup)

const nothing = () => {}
const keep = { label: '返回会议列表，通话继续', onKeep: nothing }

test.each([
	['a host who leaves', { host: true }, '取消'],
	['another who leaves', { host: false }, '取消'],
	['a host who goes back', { host: true, keep }, keep.label],
])('[ROOM-78] %s has the focus on the answer that changes nothing', async (_, props, name) => {
	render(<LeaveDialog open onOpenChange={nothing} onLeave={nothing} onEnd={nothing} {...props} />)
	const harmless = await screen.findByRole('button', { name })
	await waitFor(() => expect(document.activeElement).toBe(harmless))
})
