import { useEffect, useRef, useState } from 'react'
import { openPageWindow } from './pageWindow.ts'

export interface MiniWindow {
	isOpen: boolean
	toggle(): void
	/** The body of a window of its own, which the view is drawn into; undefined while it is closed, or where a video floats. */
	container: HTMLElement | undefined
	/** The element that floats, where the browser has no windows for pages. */
	video: React.RefObject<HTMLVideoElement | null> | undefined
}

const canOpenPage = () => 'documentPictureInPicture' in window
const canFloatVideo = () => document.pictureInPictureEnabled === true

/**
 * A small window above other apps, in which the call stays visible (ROOM-108); undefined where the browser has none. Browsers
 * that can open it by themselves do so when the person goes to another tab.
 */
export function useMiniWindow(): MiniWindow | undefined {
	const [page, setPage] = useState<Window>()
	const [isFloating, setIsFloating] = useState(false)
	const video = useRef<HTMLVideoElement>(null)

	/** A window is being opened: another tap opens no second one. */
	const isOpening = useRef(false)
	const hasLeft = useRef(false)

	async function openPage() {
		const { documentPictureInPicture: api } = window
		if (!api || isOpening.current) return
		isOpening.current = true
		try {
			const opened = await openPageWindow(api)
			opened.addEventListener('pagehide', () => setPage(undefined))
			if (hasLeft.current) opened.close()
			else setPage(opened)
		} catch {
			// The browser wants a tap, or the person has turned such windows off.
		} finally {
			isOpening.current = false
		}
	}

	async function floatVideo() {
		try {
			await video.current?.requestPictureInPicture()
			setIsFloating(true)
		} catch {
			// A browser that refuses leaves the page as it is.
		}
	}

	const close = () => {
		page?.close()
		if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => {})
	}
	const isOpen = page !== undefined || isFloating
	const toggle = () => {
		if (isOpen) close()
		else void (canOpenPage() ? openPage() : floatVideo())
	}

	const latest = useRef({ toggle, close, isOpen })
	useEffect(() => {
		latest.current = { toggle, close, isOpen }
	})
	useEffect(() => {
		hasLeft.current = false
		return () => {
			hasLeft.current = true
			latest.current.close()
		}
	}, [])
	useEffect(() => {
		const onLeave = () => setIsFloating(false)
		document.addEventListener('leavepictureinpicture', onLeave)
		return () => document.removeEventListener('leavepictureinpicture', onLeave)
	}, [])
	useEffect(() => onLeavingTab(() => !latest.current.isOpen && latest.current.toggle()), [])

	if (canOpenPage()) return { isOpen, toggle, container: page?.document.body, video: undefined }
	return canFloatVideo() ? { isOpen, toggle, container: undefined, video } : undefined
}

/** Calls back when the person goes to another tab, where the browser tells pages that have a call. */
function onLeavingTab(open: () => void): () => void {
	// TypeScript does not know the action yet.
	const set = (handler: (() => void) | null) =>
		navigator.mediaSession?.setActionHandler('enterpictureinpicture' as MediaSessionAction, handler)
	try {
		set(open)
	} catch {
		return () => {}
	}
	return () => set(null)
}
