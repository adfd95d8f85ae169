import { clsx } from 'clsx'
import { useMemo } from 'react'
import styles from './Introduction.module.css'
import { introductionElements } from './introductionElements.ts'

/** Style of an introduction, in the viewer and in the editor. */
export const introductionClass: string = styles.introduction ?? ''

export interface IntroductionProps {
	/** HTML from the server; elements that are not allowed are removed once more. */
	html: string
	className?: string | undefined
}

/** The introduction of a live: formatted text with pictures (LSET-15). */
export function Introduction({ html, className }: IntroductionProps) {
	const elements = useMemo(() => introductionElements(html), [html])
	return <div className={clsx(introductionClass, className)}>{elements}</div>
}
