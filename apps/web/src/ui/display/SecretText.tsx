import { clsx } from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { CopyButton, type CopyHandlers } from '../actions/CopyButton.tsx'
import { IconButton } from '../actions/IconButton.tsx'
import styles from './SecretText.module.css'

export interface SecretTextProps extends CopyHandlers {
	secret: string
	/** `hidden` is read by screen readers instead of the dots. */
	labels: { hidden: string; reveal: string; copy: string }
	className?: string | undefined
}

/** Always eight dots: they must not give the length away. */
export function SecretText({ secret, labels, className, ...handlers }: SecretTextProps) {
	const [shown, setShown] = useState(false)
	return (
		<span className={clsx(styles.secret, className)}>
			{shown ? (
				<span className={styles.text}>{secret}</span>
			) : (
				<span className={styles.text}>
					<span className={styles.dots} aria-hidden />
					<span className="sr-only">{labels.hidden}</span>
				</span>
			)}
			<IconButton
				label={labels.reveal}
				pressed={shown}
				icon={shown ? <EyeOff /> : <Eye />}
				onClick={() => setShown(!shown)}
			/>
			<CopyButton text={secret} label={labels.copy} {...handlers} />
		</span>
	)
}
