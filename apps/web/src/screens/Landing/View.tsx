import { delays } from '@parley/core'
import { Suspense, useEffect, useState } from 'react'
import { firstPicture } from '../../app/firstPicture.ts'
import { ornament } from './ornament.ts'
import { usePicture } from './usePicture.ts'

const Pictures = ornament(async () => (await import('./Pictures.tsx')).Pictures)

/** Half the time until the second picture is due: by then everything that matters more has come. */
const othersAfterMs = delays.backgroundMs / 2

/** What is seen behind the words. */
export function View() {
	const picture = usePicture()
	const [quiet, setQuiet] = useState(false)
	useEffect(() => {
		const timer = setTimeout(() => setQuiet(true), othersAfterMs)
		return () => clearTimeout(timer)
	}, [])
	// biome-ignore lint/security/noDangerouslySetInnerHtml: it is our own drawing, moved from the page
	const still = <div className="landing-view" dangerouslySetInnerHTML={firstPicture} />
	if (!quiet) return still
	return (
		<Suspense fallback={still}>
			<div className="landing-view">
				<Pictures current={picture} />
			</div>
		</Suspense>
	)
}
