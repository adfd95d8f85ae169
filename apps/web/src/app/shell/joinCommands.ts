import type { Bridge, PageHandlerArguments } from '@parley/bridge'
import { callApi } from '../../api/index.ts'
import {
	createShellApp,
	directJoin,
	getRouteAfterRefusal,
	type JoinDeps,
	type LinkRoute,
	parseShortLink,
	recordJoin,
	resolveLink,
	validateDirectJoin,
} from '../../features/joining/index.ts'
import { getCurrentUserId } from '../../features/session/index.ts'
import { language, m } from '../../locales/index.ts'
import { storage } from '../../storage/index.ts'
import { toast } from '../../ui/index.ts'

type NavigateTo = (place: LinkRoute) => void

const running = new Set<string>()
let newestLink: object | undefined

/** BRG-05: a link fired twice is opened once, and a newer link cancels an older one. */
export async function followShortLink(link: PageHandlerArguments<'shortLinkJoin'>, navigate: NavigateTo) {
	await once(`link ${link.meetingId} ${link.pwd}`, async () => {
		const current = {}
		newestLink = current
		const place = await resolveLink(parseShortLink(link), { isFromShell: true })
		if (newestLink === current) navigate(place)
	})
}

/** BRG-06, JOIN-34, JOIN-35: joins without a join screen; a refusal is shown, and its screen opened. */
export async function joinDirectly(request: PageHandlerArguments<'directJoin'>, bridge: Bridge, navigate: NavigateTo) {
	const invalidField = validateDirectJoin(request)
	if (invalidField) return showError(invalidField === 'id' ? m.joining_direct_id() : m.joining_direct_name())

	await once(`join ${request.meetingId} ${request.displayName}`, async () => {
		const devices = { audio: storage.isDeviceOn('microphone'), video: storage.isDeviceOn('camera') }
		const result = await directJoin(request, devices, joinDeps(bridge))
		if (result.status !== 'refused') return

		// The next screen fills in the name again.
		if (getCurrentUserId() === undefined) storage.write('joinDisplayName', request.displayName)
		navigate(getRouteAfterRefusal(result.error, request.meetingId.replace(/ /g, '')))
		showError(result.error.message())
	})
}

const joinDeps = (bridge: Bridge): JoinDeps => ({
	callApi,
	getLanguage: language,
	onJoined: recordJoin,
	app: createShellApp(bridge),
	// The shell is always present here and opens the meeting itself.
	openRoom: () => {},
	page: window.location,
})

async function once(key: string, act: () => Promise<void>) {
	if (running.has(key)) return
	running.add(key)
	try {
		await act()
	} finally {
		running.delete(key)
	}
}

const showError = (text: string) => toast.show(text, { tone: 'error' })
