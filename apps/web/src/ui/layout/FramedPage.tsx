import { useRef, useState } from 'react'
import { Spinner } from '../progress/Loading.tsx'
import styles from './FramedPage.module.css'
import { Page } from './Page.tsx'
import type { Back } from './TopBar.tsx'

export interface FramedPageProps {
	title: string
	back: Back
	/** The URL of the document. */
	src: string
	/** A document of another origin may run scripts; one of ours may not, and takes over language, theme and text size. */
	foreign?: boolean
	language: string
	theme: string
	loadingLabel: string
}

const sandbox = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** A page that shows a document in a sandboxed frame, which may open links in new tabs but not navigate this page. */
export function FramedPage({ title, back, src, foreign, language, theme, loadingLabel }: FramedPageProps) {
	const frame = useRef<HTMLIFrameElement>(null)
	const [shown, setShown] = useState<string>()

	function handleLoad() {
		setShown(src)
		// Undefined for a document of another origin.
		const root = frame.current?.contentDocument?.documentElement
		if (!root || foreign) return
		root.lang = language
		root.dataset.theme = theme
		root.style.setProperty('--text-scale', getComputedStyle(document.documentElement).getPropertyValue('--text-scale'))
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
					sandbox={foreign ? `allow-scripts ${sandbox}` : sandbox}
					onLoad={handleLoad}
				/>
			</div>
		</Page>
	)
}
