import { createIM } from '@parley/im-sdk'
import { createRoot } from 'react-dom/client'
import { loadDemo } from './demo.ts'
import { PersonPage } from './PersonPage.tsx'
import { createPerson } from './person.ts'
import { Stage } from './Stage.tsx'
import '@parley/design/base.css'
import './styles.css'
import { texts } from './texts.ts'

/** For the console of the browser, where the five lines of the SDK's README are tried. */
declare global {
	interface Window {
		ParleyIM: { createIM: typeof createIM }
	}
}
window.ParleyIM = { createIM }

/** The person of a frame or of a separate tab: `?as=hanmei`. */
const query = new URLSearchParams(location.search)
const as = query.get('as')
const root = createRoot(document.getElementById('root') as HTMLElement)

try {
	const demo = await loadDemo()
	if (as === null) root.render(<Stage demo={demo} />)
	else {
		const [gid, code] = [query.get('gid'), query.get('code')]
		const person = createPerson({
			name: demo.people.find(({ name }) => name === as)?.name,
			guestName: texts.guest,
			demo,
			invited: gid && code ? { gid, code } : undefined,
		})
		root.render(<PersonPage person={person} as={as} />)
		person.login()
	}
} catch {
	root.render(<p className="notice">{texts.notHere}</p>)
}
