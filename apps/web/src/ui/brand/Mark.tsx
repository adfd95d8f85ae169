import { clsx } from 'clsx'
import { markOnPicture, markPaths } from './brand.ts'
import styles from './Mark.module.css'

export interface MarkProps {
	/** Says the name aloud; leave it out where the name stands beside the mark. */
	label?: string
	/** `light` stands on a picture. */
	tone?: 'brand' | 'light'
	className?: string | undefined
}

const colours = {
	brand: { bubble: 'var(--brand)', horizon: 'var(--on-brand)', sun: 'var(--glow)' },
	light: markOnPicture,
} as const

export function Mark({ label, tone = 'brand', className }: MarkProps) {
	const { bubble, horizon, sun } = colours[tone]
	const paths = (
		<>
			<path fill={bubble} d={markPaths.bubble} />
			<path fill={horizon} d={markPaths.horizon} />
			<path fill={sun} d={markPaths.sun} />
		</>
	)
	if (!label) {
		return (
			<svg viewBox="0 0 32 32" className={className} aria-hidden="true">
				{paths}
			</svg>
		)
	}
	return (
		<svg viewBox="0 0 32 32" className={className} role="img" aria-label={label}>
			{paths}
		</svg>
	)
}

export interface WordmarkProps {
	/** One of `productNames`, or the site's own name. */
	name: string
	tone?: 'brand' | 'light'
	className?: string
}

/** The mark with the name beside it; its size is the font size. */
export function Wordmark({ name, tone = 'brand', className }: WordmarkProps) {
	return (
		<span className={clsx(styles.wordmark, tone === 'light' && styles.light, className)}>
			<Mark tone={tone} />
			{name}
		</span>
	)
}
