import { useEffect, useState } from 'react'
import { Segmented, ToastHost } from '../index.ts'
import { Actions } from './Actions.tsx'
import { Display } from './Display.tsx'
import { Feedback } from './Feedback.tsx'
import { Fields } from './Fields.tsx'
import styles from './Gallery.module.css'
import { Identity } from './Identity.tsx'
import { Layout } from './Layout.tsx'
import { Overlays } from './Overlays.tsx'
import { Screens, screenOf } from './Screens.tsx'
import { Wheels } from './Wheels.tsx'

const parts = {
	identity: Identity,
	actions: Actions,
	fields: Fields,
	display: Display,
	feedback: Feedback,
	layout: Layout,
	wheels: Wheels,
	overlays: Overlays,
}

type GalleryTheme = 'auto' | 'light' | 'dark'
type Size = '1' | '1.15' | '1.3'

function partsOf(hash: string) {
	const entries = Object.entries(parts)
	const one = entries.filter(([name]) => `#${name}` === hash)
	return one.length > 0 ? one : entries
}

function useHash() {
	const [hash, setHash] = useState(location.hash)
	useEffect(() => {
		const changed = () => setHash(location.hash)
		addEventListener('hashchange', changed)
		return () => removeEventListener('hashchange', changed)
	}, [])
	return hash
}

function Settings() {
	const [theme, setTheme] = useState<GalleryTheme>('auto')
	const [size, setSize] = useState<Size>('1')

	function light(next: GalleryTheme) {
		setTheme(next)
		if (next === 'auto') delete document.documentElement.dataset.theme
		else document.documentElement.dataset.theme = next
	}
	function scale(next: Size) {
		setSize(next)
		document.documentElement.style.setProperty('--text-scale', next)
	}

	return (
		<>
			<Segmented
				label="Theme"
				value={theme}
				onValueChange={light}
				options={[
					{ value: 'auto', text: 'Auto' },
					{ value: 'light', text: 'Light' },
					{ value: 'dark', text: 'Dark' },
				]}
			/>
			<Segmented
				label="Text size"
				value={size}
				onValueChange={scale}
				options={[
					{ value: '1', text: '1' },
					{ value: '1.15', text: '1.15' },
					{ value: '1.3', text: '1.3' },
				]}
			/>
		</>
	)
}

/** Every component in every state. `#fields` shows one part, `#screen-list` a whole screen made of them. */
export function Gallery() {
	const hash = useHash()
	const screen = screenOf(hash)
	if (screen) {
		return (
			<>
				<Screens screen={screen} />
				<ToastHost />
			</>
		)
	}
	return (
		<main className={styles.page}>
			<header className={styles.head}>
				<h1>Design system</h1>
				<Settings />
				<nav aria-label="Parts" className={styles.index}>
					{['', ...Object.keys(parts), 'screen-landing', 'screen-list', 'screen-form'].map(name => (
						<a key={name} href={`#${name}`}>
							{name || 'all'}
						</a>
					))}
				</nav>
			</header>
			{partsOf(hash).map(([name, One]) => (
				<One key={name} />
			))}
			<ToastHost />
		</main>
	)
}
