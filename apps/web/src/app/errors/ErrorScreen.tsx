import { site } from '@parley/api'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { callApi } from '../../api/index.ts'
import { m, useLanguage } from '../../locales/index.ts'
import { storage } from '../../storage/index.ts'
import { Button, buttonClass } from '../../ui/index.ts'
import { reloadWhenReachable } from '../connectivity/reloadWhenReachable.ts'
import styles from './ErrorScreen.module.css'

const reloadedAtKey = 'healedAt'

/** Replaces a screen that threw or could not be loaded: offers to try again, or to leave it. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
	useLanguage()
	return (
		<main role="alert" className={styles.screen}>
			{isLoadFailure(error) ? <LoadFailureText /> : <ErrorText />}
			<Button kind="primary" onClick={() => retryScreen(error, reset)}>
				{m.error_retry()}
			</Button>
			{/* A full page load: no state of the broken screen survives it. */}
			<a href="/" className={buttonClass({ kind: 'quiet' })}>
				{m.common_to_start()}
			</a>
		</main>
	)
}

function ErrorText() {
	return (
		<>
			<h1>{m.error_title()}</h1>
			<p>{m.error_text()}</p>
		</>
	)
}

/** Says that the network is down, and reloads the page as soon as it is back. */
function LoadFailureText() {
	useEffect(reloadPageWhenReachable, [])
	return <h1>{m.net_offline()}</h1>
}

const reloadPageWhenReachable = () =>
	reloadWhenReachable({
		probe: async signal => (await callApi(site.serverTime, {}, { quiet: true, handles401: true, signal })).ok,
		isHidden: () => document.hidden,
		onOnline(act) {
			window.addEventListener('online', act)
			return () => window.removeEventListener('online', act)
		},
		every(ms, act) {
			const timer = setInterval(act, ms)
			return () => clearInterval(timer)
		},
		reloadedAt: () => storage.readTabNumber(reloadedAtKey),
		now: Date.now,
		reload() {
			storage.writeTabNumber(reloadedAtKey, Date.now())
			window.location.reload()
		},
	})

/** A chunk that could not be loaded is only fetched again by a new page; after any other error the screen is rendered again. */
export function retryScreen(error: unknown, reset: () => void, reload: () => void = () => window.location.reload()) {
	isLoadFailure(error) ? reload() : reset()
}

/** The engines' messages for a script that did not load. */
const isLoadFailure = (error: unknown) =>
	error instanceof Error &&
	/dynamically imported module|module script|Importing a module|Unable to preload CSS/i.test(error.message)
