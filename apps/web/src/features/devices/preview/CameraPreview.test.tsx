import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { m } from '../../../locales/index.ts'
import { deviceChoices } from '../../../media/index.ts'
import { CameraPreview } from './CameraPreview.tsx'

beforeEach(() => {
	vi.stubGlobal(
		'MediaStream',
		class extends MediaStream {
			constructor() {
				super()
			}
		},
	)
	vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
	Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
	vi.restoreAllMocks()
	deviceChoices.set({ blursBackground: false })
})

const trackOf = (id: string) => ({ id, getSettings: () => ({}) }) as unknown as MediaStreamTrack

test('[ROOM-209] while the blurred picture is being opened, the last one stays and the preview says what happens', () => {
	const drawn = vi.fn()
	vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage: drawn, setTransform() {} } as never)
	const { container, rerender } = render(<CameraPreview track={undefined} />)
	const shown = () => [container.querySelector('canvas')?.hidden === false, screen.getByRole('status').textContent]
	const video = Object.assign(container.querySelector('video') as HTMLVideoElement, {
		videoWidth: 640,
		videoHeight: 480,
	})
	expect(shown()).toEqual([false, m.devices_opening()])
	rerender(<CameraPreview track={trackOf('plain')} />)
	expect(shown()).toEqual([false, m.devices_switching()])
	fireEvent.loadedData(video)
	expect(shown()).toEqual([false, m.devices_preview_note()])

	deviceChoices.set({ blursBackground: true })
	rerender(<CameraPreview track={undefined} />)
	expect(drawn).toHaveBeenCalledExactlyOnceWith(video, 0, 0)
	expect(shown()).toEqual([true, m.devices_blurring()])
	// It has no frames until the blur is loaded.
	const blurred = trackOf('blurred')
	rerender(<CameraPreview track={blurred} />)
	expect(shown()).toEqual([true, m.devices_blurring()])
	fireEvent.loadedData(video)
	expect(shown()).toEqual([false, m.devices_preview_note()])
})
