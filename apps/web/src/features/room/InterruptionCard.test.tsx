import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { m } from '../../locales/index.ts'
import { InterruptionCard } from './InterruptionCard.tsx'
import type { Interruption } from './roomState.ts'

afterEach(cleanup)

/** Shows the interruptions, and returns those that were remedied. */
function show(...interruptions: Interruption[]) {
	const resolved: Interruption[] = []
	const controller = { resolveInterruption: (interruption: Interruption) => void resolved.push(interruption) }
	render(<InterruptionCard room={{ interruptions }} controller={controller} />)
	return resolved
}

test.each([
	['microphone-muted', m.interruption_microphone, m.interruption_microphone_resume],
	['camera-muted', m.interruption_camera, m.interruption_camera_resume],
	['headset-gone', m.interruption_headset, m.interruption_headset_speaker],
	['output-dead', m.interruption_output, m.interruption_output_restart],
] as const)(
	'[ROOM-200] [ROOM-201] [ROOM-202] %s is named, and remedied with one tap',
	(interruption, title, remedy) => {
		const resolved = show(interruption)
		expect(screen.getByRole('alert').textContent).toContain(title())
		fireEvent.click(screen.getByRole('button', { name: remedy() }))
		expect(resolved).toEqual([interruption])
	},
)

test('[ROOM-204] a headset that is gone is shown first, then the microphone, otherwise the latest', () => {
	show('output-dead', 'camera-muted')
	expect(screen.getByRole('alert').textContent).toContain(m.interruption_output())
	cleanup()
	show('microphone-muted', 'headset-gone')
	expect(screen.getByRole('alert').textContent).toContain(m.interruption_headset())
	cleanup()
	show('camera-muted', 'microphone-muted')
	expect(screen.getByRole('alert').textContent).toContain(m.interruption_microphone())
	cleanup()
	show()
	expect(screen.queryByRole('alert')).toBeNull()
})
