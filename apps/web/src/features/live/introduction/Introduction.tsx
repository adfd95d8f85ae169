import { clsx } from 'clsx'
import { useMemo } from 'react'
import styles from './Introduction.module.css'
import { introductionElements } from './introductionElements.ts'

/** How an introduction looks, where it is shown and where it is written. */
export const introductionClass: string = styles.introduction ?? ''

export interface IntroductionProps {
	/** As the server has it; what it may not have is left out once more. */
	html: string
	className?: string | undefined
}

/** The introduction of a live: formatted text with pictures (LSET-15). */
export function Introduction({ html, className }: IntroductionProps) {
	const elements = useMemo(() => introductionElements(html), [html])
	return <div className={clsx(introductionClass, className)}>{elements}</div>
}
