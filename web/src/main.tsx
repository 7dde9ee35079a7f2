import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Problem } from './api/problem';
import { currentToken, onTokenChange, refuseToken, takeTokenFromAddress } from './api/token';
import { LiveProvider } from './app/live';
import { router } from './app/router';
import './index.css';

// Whoever comes by the server's link never sees the door.
const SignIn = lazy(() => import('./app/sign-in').then(({ SignIn }) => ({ default: SignIn })));

takeTokenFromAddress();
window.addEventListener('hashchange', takeTokenFromAddress);

const client = new QueryClient({
  defaultOptions: {
    queries: {
      // The event stream says when something is old.
      staleTime: 30_000,
      retry: (count, error) => count < 2 && (!(error instanceof Problem) || error.status === 0),
    },
  },
});

client.getQueryCache().subscribe(({ query }) => {
  // A token that was revoked: back to the door.
  const { error } = query.state;
  if (error instanceof Problem && error.status === 401 && currentToken() !== null) refuseToken();
});

// What one token was shown is not for the next.
onTokenChange(() => client.clear());

function App() {
  const token = useSyncExternalStore(onTokenChange, currentToken);
  if (token === null) {
    return (
      <Suspense fallback={null}>
        <SignIn />
      </Suspense>
    );
  }
  return (
    <LiveProvider key={token}>
      <RouterProvider router={router} />
    </LiveProvider>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}
