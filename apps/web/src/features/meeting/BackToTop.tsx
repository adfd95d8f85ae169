import { waits } from '@parley/core'
import { ArrowUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '../../locales/index.ts'
import { IconButton } from '../../ui/index.ts'
import styles from './BackToTop.module.css'

/** Shown once the list is scrolled by more than a screen; looked at once a second (LIST-14, PAGE-22). */
export function BackToTop() {
	const [isFar, setFar] = useState(false)
	useEffect(() => {
		const timer = setInterval(() => setFar(window.scrollY > window.innerHeight), waits.scrollCheckMs)
		return () => clearInterval(timer)
	}, [])
	if (!isFar) return null
	return (
		<div className={styles.place}>
			<IconButton label={m.meeting_to_top()} icon={<ArrowUp />} onClick={toTop} />
		</div>
	)
}

export function toTop() {
	const still = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches
	window.scrollTo({ top: 0, behavior: still ? 'auto' : 'smooth' })
}
