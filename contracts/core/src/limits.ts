/**
 * Business constants of the product; page and server read them from here and nowhere else (CONST-01 to CONST-06,
 * CONST-08, CONST-09). Waiting times of the live viewer are in `liveRules.ts`.
 */
export const limits = {
	userNameMin: 2,
	userNameMax: 20,
	/** Changing the user name to fewer characters than this clears the password (LOGIN-10). */
	userNameKeepsPasswordFrom: 4,
	loginPasswordMax: 20,
	newPasswordMin: 8,
	newPasswordMax: 20,
	mobileMax: 20,
	smsCodeMax: 6,
	displayNameMax: 50,
	meetingIdMin: 9,
	meetingIdMax: 12,
	/** Maximum number of characters in a meeting-id field, spaces included (JOIN-09). */
	meetingIdInputMax: 20,
	/** Characters of a meeting id shown on the list, spaces included (LIST-25). */
	meetingIdShownMax: 11,
	/** Minimum of a new password, unless the site sets another one. */
	meetingPasswordMin: 4,
	meetingPasswordMax: 20,
	/** One minute to 24 hours. */
	meetingDurationMinS: 60,
	meetingDurationMaxS: 86_400,
	hostPasswordMin: 8,
	hostPasswordMax: 20,
	livePasswordMax: 20,
	/** Visible characters of the introduction of a live (LSET-06). */
	introductionMax: 3_000,
	/** Bytes and pixels of an uploaded picture (LSET-12, OP-098). */
	pictureMaxBytes: 5_242_880,
	pictureMaxPixels: 50_000_000,
	/** Addresses a live can be watched at (LIVE-02). */
	liveLinesMax: 4,
	topicMax: 200,
	complaintMax: 200,
	joinHistory: 5,
	searchHistory: 5,
	recentMeetings: 20,
	pageSize: 10,
	firstPage: 1,
	/** Days that a list is requested for at once: a week, what began on the day before it, and another zone (PAGE-23). */
	listDaysMax: 10,
	/** Furthest date that can be typed and is accepted, in years from now (PAGE-19). */
	yearsAhead: 130,
	/** Range of wheel and calendar, in years from now. */
	wheelYearsAhead: 10,
	/** Step of a typed time or duration, in minutes (PAGE-20). */
	minuteStep: 1,
	wheelMinuteStep: 5,
	pullDistancePx: 35,
	expandedCardPx: 260,
} as const

/** Waiting times, in milliseconds. */
export const delays = {
	requestMs: 10_000,
	/** Timeout of a request with a file; the server waits as long. */
	uploadMs: 30_000,
	backgroundMs: 6_000,
	bannerMs: 2_000,
	createToastMs: 3_000,
	clickLockMs: 1_000,
	loginRedirectMs: 2_000,
	deleteRefreshMs: 1_000,
	scrollToTopMs: 400,
	scrollCheckMs: 1_000,
	smsResendMs: 60_000,
	/** Ringing time of a meeting call (IMCALL-55). */
	callRingsMs: 60_000,
	reloadAtMostEveryMs: 10_000,
	/** A refreshed token that is refused within this time will not be accepted later either (HTTP-09). */
	freshTokenMs: 60_000,
} as const

export const defaults = {
	areaCode: '86',
	/** UTC+8. */
	zone: 'Asia/Shanghai',
	/** Default if a site sets no duration (CREATE-08). */
	durationS: 3_600,
} as const

export const versionGates = { messenger: '6.2.0', deviceMaker: '6.2.5' } as const

export const backgroundCount = 3
