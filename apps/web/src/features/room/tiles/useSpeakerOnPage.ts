import { useEffect, useRef } from 'react'
import { findSilent, type ShownPage } from './swapOnSpeech.ts'

/** A person comes to the page after speaking for this long, and the next one after at least that long. */
const speaksForMs = 1_000
const betweenMs = 2_000

export interface SpeakerOnPage extends Omit<ShownPage, 'spokeAt' | 'keeps'> {
	/** The others on other pages, in their order. */
	hidden: readonly string[]
	/** Ids of the people who keep their place now. */
	getKept(): ReadonlySet<string>
	/** Changes the places of two people. */
	onSwap(speaker: string, silent: string): void
}

/** Brings a person who speaks on another page to the one that is shown, in the place of one who is silent (ROOM-231). */
export function useSpeakerOnPage(page: SpeakerOnPage): void {
	const latest = useRef(page)
	const spokeAt = useRef(new Map<string, number>())
	const swappedAt = useRef(Number.NEGATIVE_INFINITY)
	useEffect(() => {
		const { speaking } = latest.current
		for (const id of speaking) if (!page.speaking.has(id)) spokeAt.current.set(id, performance.now())
		latest.current = page
	})
	const speaker = page.hidden.find(id => page.speaking.has(id))
	useEffect(() => {
		if (speaker === undefined) return
		let timer: ReturnType<typeof setTimeout>
		const check = () => {
			const now = performance.now()
			const silent = findSilent({ ...latest.current, spokeAt: spokeAt.current, keeps: latest.current.getKept() }, now)
			if (typeof silent === 'string') {
				swappedAt.current = now
				latest.current.onSwap(speaker, silent)
			} else timer = setTimeout(check, Math.max(speaksForMs, silent?.waitMs ?? 0))
		}
		timer = setTimeout(check, Math.max(speaksForMs, swappedAt.current + betweenMs - performance.now()))
		return () => clearTimeout(timer)
	}, [speaker])
}
