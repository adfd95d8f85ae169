import { start } from './start.tsx'

const place = document.getElementById('root')
if (import.meta.env.DEV && location.pathname === '/__ui') void import('./gallery.tsx')
else if (place && document.documentElement.dataset.unsupported === undefined) void start(place)
