import { clsx } from 'clsx'
import { Mark } from './Mark.tsx'
import styles from './Wordmark.module.css'

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
