import styles from './Spinner.module.css'

export interface SpinnerProps {
	/** Said to screen readers; leave it out where the words stand beside the spinner. */
	label?: string
}

export function Spinner({ label }: SpinnerProps) {
	if (!label) return <span className={styles.spinner} aria-hidden />
	return <span className={styles.spinner} role="img" aria-label={label} />
}
