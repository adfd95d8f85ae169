import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type DeviceError, openScanCamera, type ScanCamera } from '../../../media/index.ts'
import type { MeetingLink } from '../links/meetingLink.ts'
import { type CodeReader, openCodeReader } from './codeReader.ts'
import { findMeetingLink, scanForMeeting } from './scanForMeeting.ts'

/** State of the camera. */
export type ScannerState =
	| { status: 'starting' }
	| { status: 'scanning'; torch: 'none' | 'off' | 'on'; hasOtherCode?: boolean }
	/** Without a camera a picture of the code can be chosen. */
	| { status: 'unavailable'; error: DeviceError }

/** Scans with the camera while the component is mounted. */
export function useScanner(video: RefObject<HTMLVideoElement | null>, onFound: (link: MeetingLink) => void) {
	const [state, setState] = useState<ScannerState>({ status: 'starting' })
	const [isPictureWithoutCode, setPictureWithoutCode] = useState(false)
	const [camera, setCamera] = useState<ScanCamera>()
	const [reader, setReader] = useState<CodeReader>()
	const [attempt, setAttempt] = useState(0)
	const handleFound = useEffectEvent(onFound)

	// biome-ignore lint/correctness/useExhaustiveDependencies: each attempt starts the camera again
	useEffect(() => {
		let isCurrent = true
		let opened: ScanCamera | undefined
		setState({ status: 'starting' })
		void Promise.all([openScanCamera(), openCodeReader().catch(() => undefined)]).then(([result, codeReader]) => {
			if (!isCurrent) return result.ok && result.value.stop()
			setReader(codeReader)
			if (result.ok && codeReader) {
				opened = result.value
				setCamera(opened)
				return setState({ status: 'scanning', torch: opened.torch ? 'off' : 'none' })
			}
			if (result.ok) result.value.stop()
			setState({ status: 'unavailable', error: result.ok ? 'failed' : result.failure })
		})
		return () => {
			isCurrent = false
			opened?.stop()
		}
	}, [attempt])

	useEffect(() => {
		const element = video.current
		if (!camera || !reader || !element) return
		element.srcObject = camera.stream
		void element.play().catch(() => {})
		return scanForMeeting({
			read: () => reader.read(element),
			after(ms, act) {
				const timer = setTimeout(act, ms)
				return () => clearTimeout(timer)
			},
			onFound: link => handleFound(link),
			onOther: () =>
				setState(current => (current.status === 'scanning' ? { ...current, hasOtherCode: true } : current)),
		})
	}, [camera, reader, video])

	return {
		state,
		/** The picture chosen last has no code of a meeting. */
		isPictureWithoutCode,
		retry: () => setAttempt(attempt + 1),
		async switchTorch(isOn: boolean) {
			const isNowOn = await camera?.torch?.(isOn)
			if (isNowOn !== undefined)
				setState(current => (current.status === 'scanning' ? { ...current, torch: isNowOn ? 'on' : 'off' } : current))
		},
		async readPicture(file: Blob) {
			setPictureWithoutCode(false)
			const codeReader = reader ?? (await openCodeReader().catch(() => undefined))
			const link = findMeetingLink((await codeReader?.read(file).catch(() => [])) ?? [])
			if (link) handleFound(link)
			else setPictureWithoutCode(true)
		},
	}
}
