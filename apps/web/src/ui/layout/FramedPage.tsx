import { useRef, useState } from 'react'
import { Spinner } from '../feedback/Loading.tsx'
import styles from './FramedPage.module.css'
import { Page } from './Page.tsx'
import type { Back } from './TopBar.tsx'

export interface FramedPageProps {
	title: string
	back: Back
	/** The address of the paper. */
	src: string
	/** Somebody else's paper may run; one of our own is only read, and follows this page in how it looks. */
	foreign?: boolean
	language: string
	theme: string
	loadingLabel: string
}

const reading = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** A page that shows a paper in a frame. A frame may open links beside it, but never take this page away. */
export function FramedPage({ title, back, src, foreign, language, theme, loadingLabel }: FramedPageProps) {
	const frame = useRef<HTMLIFrameElement>(null)
	const [shown, setShown] = useState<string>()

	function arrived() {
		setShown(src)
		// Empty where the paper is on another origin.
		const paper = frame.current?.contentDocument?.documentElement
		if (!paper || foreign) return
		paper.lang = language
		paper.dataset.theme = theme
		paper.style.setProperty('--text-scale', getComputedStyle(document.documentElement).getPropertyValue('--text-scale'))
	}

	return (
		<Page title={title} top={44} back={back} flush className={styles.page ?? ''}>
			<div className={styles.place}>
				{shown !== src && (
					<span className={styles.loading}>
						<Spinner label={loadingLabel} />
					</span>
				)}
				<iframe
					key={src}
					ref={frame}
					className={styles.frame}
					title={title}
					src={src}
					sandbox={foreign ? `allow-scripts ${reading}` : reading}
					onLoad={arrived}
				/>
			</div>
		</Page>
	)
}
