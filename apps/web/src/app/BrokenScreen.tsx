import type { ErrorComponentProps } from '@tanstack/react-router'
import { m, useLanguage } from '../locales/index.ts'
import { Button, buttonClass, lazyComponent } from '../ui/index.ts'
import styles from './BrokenScreen.module.css'
import { isLoadFailure, tryAgain } from './tryAgain.ts'

const Unreached = lazyComponent(async () => (await import('./Unreached.tsx')).Unreached, { fallback: Words })

/** A screen that failed: offers to try it again, or to leave it. Made of little, so that it stands when others fall. */
export function BrokenScreen({ error, reset }: ErrorComponentProps) {
	useLanguage()
	return (
		<main role="alert" className={styles.screen}>
			{isLoadFailure(error) ? <Unreached /> : <Words />}
			<Button kind="primary" onClick={() => tryAgain(error, reset)}>
				{m.error_retry()}
			</Button>
			{/* A whole new page: what failed here must not live on. */}
			<a href="/" className={buttonClass({ kind: 'quiet' })}>
				{m.error_home()}
			</a>
		</main>
	)
}

function Words() {
	return (
		<>
			<h1>{m.error_title()}</h1>
			<p>{m.error_text()}</p>
		</>
	)
}
