import styles from './NowLine.module.css'

/** Parts what is past from what is to come in a list of the day. */
export function NowLine({ text }: { text: string }) {
	return (
		<div className={styles.line}>
			<svg className={styles.sun} viewBox="0 0 20 20" aria-hidden>
				<path fill="var(--glow)" d="M4 10a6 6 0 0 1 12 0z" />
				<path stroke="var(--brand)" strokeWidth="1.6" strokeLinecap="round" d="M1 10.7h18" />
			</svg>
			{text}
		</div>
	)
}
