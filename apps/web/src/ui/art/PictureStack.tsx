import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import styles from './Picture.module.css'
import { scene, type TimeOfDayTheme } from './scene.ts'

/** In the order they follow each other. */
export const pictures: readonly TimeOfDayTheme[] = ['dusk', 'midnight', 'dawn']

/** The other pictures are drawn when the first has long been seen. */
const othersAfterMs = 2500

export interface PictureStackProps {
	/** Index of the shown picture; the caller stops counting for hidden tabs and reduced motion. */
	current: number
}

/**
 * The landing pictures on top of each other; a change fades in 1.2 s. Fills the nearest positioned box,
 * behind what stands in it; the box needs `isolation: isolate`.
 */
export function PictureStack({ current }: PictureStackProps) {
	const [all, setAll] = useState(false)

	useEffect(() => {
		const timer = setTimeout(() => setAll(true), othersAfterMs)
		return () => clearTimeout(timer)
	}, [])

	return (
		<div className={styles.stack} aria-hidden>
			{pictures.map((name, at) =>
				all || at === current ? (
					<div
						key={name}
						data-picture={name}
						className={clsx(styles.picture, at === current && styles.shown)}
						// biome-ignore lint/security/noDangerouslySetInnerHtml: the text is a constant of ours
						dangerouslySetInnerHTML={{ __html: scene(name) }}
					/>
				) : null,
			)}
		</div>
	)
}
