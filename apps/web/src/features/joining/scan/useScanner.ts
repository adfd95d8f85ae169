import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type DeviceError, openScanCamera, type ScanCamera } from '../../../media/index.ts'
import type { MeetingLink } from '../links/meetingLink.ts'
import { type CodeReader, openCodeReader } from './codeReader.ts'
import { findMeetingLink, scanForMeeting } from './scanForMeeting.ts'

/** Where scanning stands. */
export type ScannerState =
	| { at: 'starting' }
	| { at: 'looking'; torch: 'none' | 'off' | 'on'; says?: 'other' | undefined }
	/** Without a camera a picture of the code will do. */
	| { at: 'blind'; why: DeviceError }

/** Scans with the camera for as long as the component stands. */
export function useScanner(video: RefObject<HTMLVideoElement | null>, onFound: (link: MeetingLink) => void) {
	const [scan, setScan] = useState<ScannerState>({ at: 'starting' })
	const [picture, setPicture] = useState<'none' | undefined>()
	const [camera, setCamera] = useState<ScanCamera>()
	const [reader, setReader] = useState<CodeReader>()
	const [round, setRound] = useState(0)
	const found = useEffectEvent(onFound)

	// biome-ignore lint/correctness/useExhaustiveDependencies: each round is another try
	useEffect(() => {
		let here = true
		let opened: ScanCamera | undefined
		setScan({ at: 'starting' })
		void Promise.all([openScanCamera(), openCodeReader().catch(() => undefined)]).then(([asked, codes]) => {
			if (!here) return asked.ok && asked.value.stop()
			setReader(codes)
			if (asked.ok && codes) {
				opened = asked.value
				setCamera(opened)
				return setScan({ at: 'looking', torch: opened.torch ? 'off' : 'none' })
			}
			if (asked.ok) asked.value.stop()
			setScan({ at: 'blind', why: asked.ok ? 'failed' : asked.failure })
		})
		return () => {
			here = false
			opened?.stop()
			setCamera(undefined)
		}
	}, [round])

	useEffect(() => {
		const place = video.current
		if (!camera || !reader || !place) return
		place.srcObject = camera.stream
		void place.play().catch(() => {})
		return scanForMeeting({
			read: () => reader.read(place),
			after(ms, act) {
				const timer = setTimeout(act, ms)
				return () => clearTimeout(timer)
			},
			onFound: link => found(link),
			onOther: () => setScan(now => (now.at === 'looking' ? { ...now, says: 'other' } : now)),
		})
	}, [camera, reader, video])

	return {
		scan,
		/** Why the picture chosen last was of no use. */
		picture,
		again: () => setRound(round + 1),
		async turnTorch(on: boolean) {
			const isOn = await camera?.torch?.(on)
			if (isOn !== undefined) setScan(now => (now.at === 'looking' ? { ...now, torch: isOn ? 'on' : 'off' } : now))
		},
		async readPicture(file: Blob) {
			setPicture(undefined)
			const codes = reader ?? (await openCodeReader().catch(() => undefined))
			const link = findMeetingLink((await codes?.read(file).catch(() => [])) ?? [])
			if (link) found(link)
			else setPicture('none')
		},
	}
}
